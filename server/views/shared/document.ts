// Shared statistics as a page for people, without JavaScript. It is not indexed and sends no referrer.
import { hash } from 'node:crypto';
import type { I18n } from '../../i18n/index.ts';
import { type NamedDimension, valueName } from '../../i18n/value-names.ts';
import { fill, type Html, html, trusted } from '../html.ts';
import { renderInline } from '../page/text/inline.ts';
import { type ChartPoint, renderChart } from './chart.ts';
import { number, percent, shortDate } from './formats.ts';
import { sharedStyle } from './style.ts';

export interface SharedStatistics {
  /** The name of the page, or the slug of the link. */
  title: string;
  isLink: boolean;
  /** The address of the page or of the link. */
  address: string;
  ranges: readonly { label: string; href: string; isCurrent: boolean }[];
  interval: 'day' | 'month';
  points: readonly ChartPoint[];
  visits: number;
  unique: number;
  clicks: number;
  impressions: number;
  links: readonly { slug: string; clicks: number; impressions: number }[];
  referrers: readonly Row[];
  countries: readonly Row[];
  devices: readonly Row[];
  /** The credit for the geographic data, as Markdown. */
  credit: string | undefined;
  /** `2026-12-01`, if the link expires. */
  expires: string | undefined;
}

export interface Row {
  key: string;
  name: string;
  visits: number;
}

const MAX_ROWS = 10;
/** No slug: slugs are in lowercase. */
const OTHER = 'Other';

export const sharedPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', sharedStyle, 'base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function renderSharedStatistics(shared: SharedStatistics, i18n: I18n): string {
  const { title, isLink, address, points, interval, ranges } = shared;
  return String(html`<!doctype html>
<html lang="${i18n.language}" dir="${i18n.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<style>${trusted(sharedStyle)}</style>
<title>${i18n.t('Statistics of {title}', { title })}</title>
</head>
<body>
<main>
<div class="top">
<header>
<p class="kind">${i18n.t('Statistics')}</p>
<h1><bdi>${title}</bdi></h1>
<p><a href="${address}" rel="noopener noreferrer" dir="ltr">${address.replace(/^https?:\/\//, '')}</a></p>
</header>
<nav class="ranges" aria-label="${i18n.t('Period')}">${ranges.map(({ label, href, isCurrent }) => html`<a href="${href}"${isCurrent && html` aria-current="page"`}>${label}</a>`)}</nav>
</div>
${figures(i18n, shared)}
${renderChart({ points, interval, isLink }, i18n)}
<div class="cards">
${!isLink && card(i18n.t('Top links'), linkTable(i18n, shared.links))}
${card(i18n.t('Referrers'), valueTable(i18n, 'referrer', shared.referrers, shared))}
${card(i18n.t('Countries'), valueTable(i18n, 'country', shared.countries, shared))}
${card(i18n.t('Devices'), valueTable(i18n, 'device', shared.devices, shared))}
</div>
</main>
${footer(i18n, shared)}
</body>
</html>
`);
}

function figures(i18n: I18n, { isLink, visits, unique, clicks, impressions }: SharedStatistics): Html {
  const rows: [string, string][] = isLink
    ? [
        [i18n.t('Clicks'), number(i18n, clicks)],
        [i18n.t('Unique visitors'), number(i18n, unique)],
        [i18n.t('Times shown'), number(i18n, impressions)],
        [i18n.t('Click rate'), percent(i18n, clicks, impressions)],
      ]
    : [
        [i18n.t('Visits'), number(i18n, visits)],
        [i18n.t('Unique visitors'), number(i18n, unique)],
        [i18n.t('Clicks'), number(i18n, clicks)],
        [i18n.t('Clicks per visit'), visits === 0 ? '–' : number(i18n, clicks / visits, 2)],
      ];
  return html`<dl class="figures">${rows.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
  )}</dl>`;
}

function card(title: string, content: Html): Html {
  return html`<section class="card">
<h2>${title}</h2>
${content}
</section>
`;
}

function nothing(i18n: I18n): Html {
  return html`<p class="empty">${i18n.t('Nothing in this period.')}</p>`;
}

function linkTable(i18n: I18n, links: SharedStatistics['links']): Html {
  if (links.length === 0) return nothing(i18n);
  const most = Math.max(1, ...links.map(({ clicks }) => clicks));
  return html`<table>
<thead><tr><th scope="col">${i18n.t('Link')}</th><th scope="col">${i18n.t('Clicks')}</th><th scope="col">${i18n.t('Click rate')}</th></tr></thead>
<tbody>${links.map(
    ({
      slug,
      clicks,
      impressions,
    }) => html`<tr><th scope="row"><bdi>${slug === OTHER ? i18n.t('Other') : slug}</bdi>${share(clicks, most)}</th><td>${number(i18n, clicks)}</td><td>${percent(i18n, clicks, impressions)}</td></tr>
`,
  )}</tbody>
</table>`;
}

function valueTable(
  i18n: I18n,
  dimension: NamedDimension,
  rows: readonly Row[],
  { isLink, visits: total }: SharedStatistics,
): Html {
  if (rows.length === 0) return nothing(i18n);
  const most = Math.max(1, ...rows.map(({ visits }) => visits));
  return html`<table>
<thead><tr><th scope="col">${headingOf(i18n, dimension)}</th><th scope="col">${isLink ? i18n.t('Clicks') : i18n.t('Visits')}</th><th scope="col">${i18n.t('Share')}</th></tr></thead>
<tbody>${rows.slice(0, MAX_ROWS).map(
    ({
      visits,
      ...value
    }) => html`<tr><th scope="row"><bdi>${valueName(i18n, dimension, value)}</bdi>${share(visits, most)}</th><td>${number(i18n, visits)}</td><td>${percent(i18n, visits, total)}</td></tr>
`,
  )}</tbody>
</table>`;
}

function headingOf(i18n: I18n, dimension: NamedDimension): string {
  return { referrer: i18n.t('Site'), country: i18n.t('Country'), device: i18n.t('Device') }[dimension];
}

function share(value: number, most: number): Html {
  const width = Math.round((value / most) * 1000) / 10;
  return html`<svg class="share" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="1"/></svg>`;
}

function footer(i18n: I18n, { credit, expires }: SharedStatistics): Html {
  return html`<footer>
<p>${i18n.t('Days are in UTC, without today. A visitor is counted as unique once per day. Bots are not counted.')}</p>
<p>${i18n.t('A row counts only days, or spans of days, on which it had at least five visitors. The rest is in “Other”.')}</p>
${
  credit !== undefined &&
  html`<p>${fill(i18n.t('Countries and cities: {credit}'), { credit: html`<bdi>${renderInline(credit)}</bdi>` })}</p>
`
}${expires !== undefined && html`<p>${fill(i18n.t('This link works until {date}.'), { date: html`<time datetime="${expires}">${shortDate(i18n, expires)}</time>` })}</p>`}
</footer>`;
}
