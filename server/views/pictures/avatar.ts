import { type Html, html } from '../html.ts';
import { backgroundSvg, fontFamily } from './generated-background.ts';
import { initials } from './initials.ts';
import { randomOf } from './palette.ts';

const side = 256;

/** The generated avatar of an account: initials, or a silhouette. */
export function avatarPicture(accountId: number, name: string): string {
  const random = randomOf(`account ${accountId}`);
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}" role="img" aria-label="${name.trim() || 'Somebody'}">
${backgroundSvg(random, side, side)}
${portrait(name, side / 2, side / 2, side)}
</svg>`.toString();
}

/** Initials or silhouette around a centre, in a square of the given side. */
function portrait(name: string, x: number, y: number, width: number): Html {
  const signs = initials(name);
  if (signs === '') return silhouette(x, y, width / 256);
  const size = Math.round(width * ([...signs].length > 1 ? 0.38 : 0.46));
  return html`<text x="${x}" y="${y}" dy=".355em" text-anchor="middle" font-family="${fontFamily}" font-size="${size}" font-weight="600" fill="#fff">${signs}</text>`;
}

function silhouette(x: number, y: number, scale: number): Html {
  return html`<g transform="translate(${x} ${y}) scale(${scale})" fill="#fff"><circle cy="-30" r="42"/><path d="M-80 96a80 68 0 0 1 160 0Z"/></g>`;
}
