// A chart as inline SVG: visits as bars, clicks as a line. The SVG is stretched to the width of the page, so all texts
// are HTML beside it. The numbers are in a table as well.
import type { I18n } from '../../i18n/index.ts';
import { type Html, html } from '../html.ts';
import { number, shortDate } from './formats.ts';

export interface ChartPoint {
  date: string;
  visits: number;
  clicks: number;
}

export interface Chart {
  points: readonly ChartPoint[];
  interval: 'day' | 'month';
  /** The statistics of one link have clicks only, drawn as bars. */
  isLink: boolean;
}

const STEP = 10;
const BAR = 7;
const HEIGHT = 100;

export function renderChart({ points, interval, isLink }: Chart, i18n: I18n): Html {
  const bars = isLink ? 'clicks' : 'visits';
  const top = roundTop(Math.max(...points.map((point) => Math.max(point[bars], point.clicks))));
  const width = points.length * STEP;
  const y = (value: number) => rounded(HEIGHT - (value / top) * HEIGHT);
  const bar = (point: ChartPoint, index: number) =>
    point[bars] > 0 &&
    html`<rect x="${rounded(index * STEP + (STEP - BAR) / 2)}" y="${y(point[bars])}" width="${BAR}" height="${rounded(HEIGHT - y(point[bars]))}"/>`;
  const line = points
    .map(({ clicks }, index) => `${index === 0 ? 'M' : 'L'}${(index + 0.5) * STEP} ${y(clicks)}`)
    .join('');
  const name = nameOf(i18n, interval, isLink);
  const dates = [points[0]!, points[Math.floor((points.length - 1) / 2)]!, points.at(-1)!];
  return html`<figure class="chart">
<figcaption>${name}
${!isLink && html`<span class="legend"><span class="visits">${i18n.t('Visits')}</span><span class="clicks">${i18n.t('Clicks')}</span></span>`}</figcaption>
<div class="plot">
<div class="scale" aria-hidden="true"><span>${number(i18n, top)}</span><span>${number(i18n, top / 2)}</span><span>${number(i18n, 0)}</span></div>
<svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${i18n.t('{name}. The same numbers are in the table below.', { name })}">
<path class="grid" d="M0 0H${width}M0 ${HEIGHT / 2}H${width}M0 ${HEIGHT}H${width}"/>
<g class="bars">${points.map(bar)}</g>
${!isLink && ['halo', 'line'].map((part) => html`<path class="${part}" d="${line}${points.length === 1 && 'h0'}"/>`)}</svg>
<div class="dates" aria-hidden="true">${[...new Set(dates)].map(({ date }) => html`<span>${shortDate(i18n, date, interval)}</span>`)}</div>
</div>
<details><summary>${i18n.t('Show the numbers as a table')}</summary>
<table>
<thead><tr><th scope="col">${interval === 'day' ? i18n.t('Day') : i18n.t('Month')}</th>${!isLink && html`<th scope="col">${i18n.t('Visits')}</th>`}<th scope="col">${i18n.t('Clicks')}</th></tr></thead>
<tbody>${[...points].reverse().map(
    ({
      date,
      visits,
      clicks,
    }) => html`<tr><th scope="row"><time datetime="${date}">${shortDate(i18n, date, interval)}</time></th>${!isLink && html`<td>${number(i18n, visits)}</td>`}<td>${number(i18n, clicks)}</td></tr>
`,
  )}</tbody>
</table></details>
</figure>`;
}

function nameOf(i18n: I18n, interval: Chart['interval'], isLink: boolean): string {
  if (isLink) return interval === 'day' ? i18n.t('Clicks per day') : i18n.t('Clicks per month');
  return interval === 'day' ? i18n.t('Visits and clicks per day') : i18n.t('Visits and clicks per month');
}

/** The next 2, 4, 6, 10, 20, 40 … so that half of it is a whole number too. */
function roundTop(largest: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(largest, 1)));
  const steps = [2, 4, 6, 10, 20].map((step) => step * magnitude);
  return steps.find((step) => step >= largest)!;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
