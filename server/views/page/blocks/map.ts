// A location. No map is loaded from a third party: the card links to several map services.
import type { BlockContent } from '../../../../contract/blocks/index.ts';
import { html } from '../../html.ts';
import { icon } from '../pictures/icons.ts';
import type { BlockView } from './view.ts';

type Place = BlockContent<'map'>;

export const map: BlockView<'map'> = {
  render({ content }) {
    if (content.latitude === 0 && content.longitude === 0 && content.label.trim() === '') return undefined;
    const links = mapsOf(content).map(([name, href]) => html`<a href="${href}" rel="noopener">${name}</a>`);
    return html`<div class="card"><div class="land">${roads}${icon('pin')}</div><p>${content.label.trim() !== '' && html`<b dir="auto">${content.label}</b>`}<small><bdi>${coordinates(content)}</bdi></small></p><p class="maps">${links}</p></div>`;
  },
  style: `
.land{display:grid;place-items:center;block-size:9rem;color:var(--muted);background:color-mix(in srgb,var(--accent) 12%,var(--surface))}
.land svg{grid-area:1/1}
.land .i{font-size:2.2rem;margin-block-end:1.1em;color:var(--surface);fill:var(--accent);stroke-width:1.5}
.land .roads{inline-size:100%;block-size:9rem;fill:none;stroke:currentColor;stroke-width:5;opacity:.3}
.b-map p{padding:.9rem 1.25rem 0}
.b-map p>*{display:block;text-align:start}
.b-map .maps{display:flex;flex-wrap:wrap;column-gap:.9rem;padding-block:.25rem .5rem}
.maps a{padding-block:.7rem;color:inherit;font-size:.9rem}
`,
};

const roads = html`<svg class="roads" viewBox="0 0 400 144" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><path d="M-10 118C80 96 120 60 200 78s130 30 220-26M96-10c22 54 4 96-34 164M252-10c-30 60-70 70-52 88s88 22 96 76"/><path stroke-width="2" d="M-10 40C50 30 90 50 118 20M180 154c0-30 14-40 20-76M330 50c10 40 40 60 80 66"/></svg>`;

function mapsOf({ latitude, longitude, zoom, label }: Place): [string, string][] {
  const [lat, lon] = [fixed(latitude), fixed(longitude)];
  const query = new URLSearchParams({ ll: `${lat},${lon}`, q: label.trim() || `${lat},${lon}` });
  return [
    ['OpenStreetMap', `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=${zoom}/${lat}/${lon}`],
    ['Google Maps', `https://www.google.com/maps/search/?api=1&query=${lat}%2C${lon}`],
    ['Apple Maps', `https://maps.apple.com/?${query}`],
  ];
}

/** To the metre, never in exponential notation. */
function fixed(degrees: number): string {
  return String(Number(degrees.toFixed(5)));
}

function coordinates({ latitude, longitude }: Place): string {
  return `${degrees(latitude, 'N', 'S')}, ${degrees(longitude, 'E', 'W')}`;
}

function degrees(value: number, positive: string, negative: string): string {
  const shown = Math.abs(value).toFixed(4);
  return `${shown}° ${value < 0 && Number(shown) !== 0 ? negative : positive}`;
}
