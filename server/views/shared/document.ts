// Shared statistics as a page for people, without JavaScript. It is not indexed and sends no referrer.
import { hash } from 'node:crypto';
import { type Html, html, trusted } from '../html.ts';
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
  timezone: string;
  /** The credit for the geographic data, as Markdown. */
  credit: string | undefined;
  /** `2026-12-01`, if the link expires. */
  expires: string | undefined;
}

interface Row {
  name: string;
  visits: number;
}

const MAX_ROWS = 10;

export const sharedPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', sharedStyle, 'base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function renderSharedStatistics(shared: SharedStatistics): string {
  const { title, isLink, address, points, interval, ranges } = shared;
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<style>${trusted(sharedStyle)}</style>
<title>Statistics of ${title}</title>
</head>
<body>
<main>
<div class="top">
<header>
<p class="kind">Statistics</p>
<h1 dir="auto">${title}</h1>
<p><a href="${address}" rel="noopener noreferrer">${address.replace(/^https?:\/\//, '')}</a></p>
</header>
<nav class="ranges" aria-label="Period">${ranges.map(({ label, href, isCurrent }) => html`<a href="${href}"${isCurrent && html` aria-current="page"`}>${label}</a>`)}</nav>
</div>
${figures(shared)}
${renderChart({ points, interval, isLink })}
<div class="cards">
${!isLink && card('Top links', linkTable(shared.links))}
${card('Referrers', valueTable('Site', shared.referrers, shared))}
${card('Countries', valueTable('Country', shared.countries, shared))}
${card('Devices', valueTable('Device', shared.devices, shared))}
</div>
</main>
${footer(shared)}
</body>
</html>
`);
}

function figures({ isLink, visits, unique, clicks, impressions }: SharedStatistics): Html {
  const rows: [string, string][] = isLink
    ? [
        ['Clicks', number(clicks)],
        ['Unique visitors', number(unique)],
        ['Times shown', number(impressions)],
        ['Click rate', percent(clicks, impressions)],
      ]
    : [
        ['Visits', number(visits)],
        ['Unique visitors', number(unique)],
        ['Clicks', number(clicks)],
        ['Clicks per visit', visits === 0 ? '–' : (clicks / visits).toFixed(2)],
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

const nothing = html`<p class="empty">Nothing in this period.</p>`;

function linkTable(links: SharedStatistics['links']): Html {
  if (links.length === 0) return nothing;
  const most = Math.max(1, ...links.map(({ clicks }) => clicks));
  return html`<table>
<thead><tr><th scope="col">Link</th><th scope="col">Clicks</th><th scope="col">Click rate</th></tr></thead>
<tbody>${links.map(
    ({
      slug,
      clicks,
      impressions,
    }) => html`<tr><th scope="row" dir="auto">${slug}${share(clicks, most)}</th><td>${number(clicks)}</td><td>${percent(clicks, impressions)}</td></tr>
`,
  )}</tbody>
</table>`;
}

function valueTable(heading: string, rows: readonly Row[], { isLink, visits: total }: SharedStatistics): Html {
  if (rows.length === 0) return nothing;
  const most = Math.max(1, ...rows.map(({ visits }) => visits));
  return html`<table>
<thead><tr><th scope="col">${heading}</th><th scope="col">${isLink ? 'Clicks' : 'Visits'}</th><th scope="col">Share</th></tr></thead>
<tbody>${rows.slice(0, MAX_ROWS).map(
    ({
      name,
      visits,
    }) => html`<tr><th scope="row" dir="auto">${name}${share(visits, most)}</th><td>${number(visits)}</td><td>${percent(visits, total)}</td></tr>
`,
  )}</tbody>
</table>`;
}

function share(value: number, most: number): Html {
  const width = Math.round((value / most) * 1000) / 10;
  return html`<svg class="share" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="1"/></svg>`;
}

function footer({ timezone, credit, expires }: SharedStatistics): Html {
  return html`<footer>
<p>Days are in the time zone ${timezone}. A visitor is counted as unique once per day. Bots are not counted.</p>
${
  credit !== undefined &&
  html`<p>Countries and cities: ${renderInline(credit)}</p>
`
}${expires !== undefined && html`<p>This link works until <time datetime="${expires}">${shortDate(expires)}</time>.</p>`}
</footer>`;
}
