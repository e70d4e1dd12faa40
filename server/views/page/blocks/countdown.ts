// A countdown. The page is cached, so the HTML contains the target date; the script counts down every second.
import { formatDate, localeOf } from '../../../i18n/formats.ts';
import { i18nFor } from '../../../i18n/index.ts';
import { html } from '../../html.ts';
import type { BlockView } from './view.ts';

export const countdown: BlockView<'countdown'> = {
  render({ content: { until, finished } }, page) {
    const end = until === null ? Number.NaN : Date.parse(until);
    if (Number.isNaN(end)) return finished.trim() === '' ? undefined : html`<p class="card" dir="auto">${finished}</p>`;
    const iso = new Date(end).toISOString();
    const i18n = i18nFor(page.language);
    const locale = localeOf(page.language);
    const day = formatDate(locale, end, { dateStyle: 'long' });
    const time = formatDate(locale, end, { timeStyle: 'short' });
    const units = i18n.t('d h m s', {}, { comment: 'Days, hours, minutes, seconds: shortest forms, behind a number' });
    return html`<p class="card"><time dir="auto" datetime="${iso}" data-until="${iso}" data-u="${units}" data-done="${finished.trim() || i18n.t('The time has come.')}">${day}</time><small dir="auto"><span>${day}, </span>${time} UTC</small></p>`;
  },
  script: ({ content }) => (content.until === null ? undefined : script),
  style: `
.b-countdown .card{padding:1.25rem;text-align:center}
time{display:block;font:700 1.75rem/1.3 var(--font-display);font-variant-numeric:tabular-nums}
@media(scripting:none){time+small span{display:none}}
`,
};

// Updates countdowns every second, and shows the final text when the time is over.
const script = `
for(let t of d.querySelectorAll("[data-until]")){let o=t.dataset,f=()=>{let s=(new Date(o.until)-new Date)/1e3;
t.textContent=s<0?o.done:[s/86400,s/3600%24,s/60%60,s%60].map((n,i)=>(n|0)+o.u.split(" ")[i]).join(" ")};f();setInterval(f,1e3)}`;
