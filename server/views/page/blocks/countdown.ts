// A countdown. The page is cached, so the HTML contains the target date; the script counts down every second.
import { html } from '../../html.ts';
import type { BlockView } from './view.ts';

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const times = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

export const countdown: BlockView<'countdown'> = {
  render({ content: { until, finished } }) {
    const end = until === null ? Number.NaN : Date.parse(until);
    if (Number.isNaN(end)) return finished.trim() === '' ? undefined : html`<p class="card" dir="auto">${finished}</p>`;
    const iso = new Date(end).toISOString();
    return html`<p class="card"><time dir="auto" datetime="${iso}" data-until="${iso}" data-done="${finished.trim() || 'The time has come.'}">${days.format(end)}</time><small dir="auto"><span>${days.format(end)}, </span>${times.format(end)} UTC</small></p>`;
  },
  style: `
.b-countdown .card{padding:1.25rem;text-align:center}
time{display:block;font:700 1.75rem/1.3 var(--font-display);font-variant-numeric:tabular-nums}
@media(scripting:none){time+small span{display:none}}
`,
};
