// The generated picture of an item: one of a few abstract drawings, in colours derived from its id. It depends only on
// the id, so it needs no query and can be cached for long.

import { type Html, html } from '../html.ts';
import { backgroundSvg } from './generated-background.ts';
import { type Random, randomOf } from './palette.ts';

const side = 256;

export function thumbnailPicture(itemId: number): string {
  const random = randomOf(`item ${itemId}`);
  const ground = backgroundSvg(random, side, side);
  const draw = random.pick([quarters, rings, hills, arms, orbits]);
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}" role="img" aria-label="Abstract picture">
${ground}
<g fill="#fff">${draw(random)}</g>
</svg>`.toString();
}

/** Quarter discs on a grid of three by three, each with its own rotation. */
function quarters(random: Random): Html {
  const cell = 56;
  const start = (side - 3 * cell) / 2;
  const tiles: Html[] = [];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const centre = `${start + column * cell + cell / 2} ${start + row * cell + cell / 2}`;
      const shape = random.pick([
        html`<path d="M-28-28h56a56 56 0 0 1-56 56Z"/>`,
        html`<path d="M-28-28h56a56 56 0 0 1-56 56Z"/>`,
        html`<circle r="28"/>`,
        html`<circle r="11"/>`,
      ]);
      const turn = random.pick([0, 90, 180, 270]);
      const opacity = random.pick([0.2, 0.45, 0.75, 0.95]);
      tiles.push(html`<g transform="translate(${centre}) rotate(${turn})" opacity="${opacity}">${shape}</g>`);
    }
  }
  return html`${tiles}`;
}

/** Concentric arcs, each with its gap elsewhere. */
function rings(random: Random): Html {
  const arcs = [28, 50, 72, 94].map((radius) => {
    const round = 2 * Math.PI * radius;
    const drawn = (round * random.between(0.35, 0.85)).toFixed(1);
    const turn = Math.round(random.between(0, 360));
    const opacity = random.pick([0.4, 0.65, 0.95]);
    return html`<circle r="${radius}" stroke-dasharray="${drawn} ${round.toFixed(1)}" transform="rotate(${turn})" opacity="${opacity}"/>`;
  });
  return html`<g transform="translate(128 128)" fill="none" stroke="#fff" stroke-width="13" stroke-linecap="round">${arcs}</g><circle cx="128" cy="128" r="9"/>`;
}

/** A sun over three ranges of hills. */
function hills(random: Random): Html {
  const sun = html`<circle cx="${Math.round(random.between(70, 186))}" cy="${Math.round(random.between(64, 92))}" r="${Math.round(random.between(20, 32))}" opacity=".95"/>`;
  const ranges = [128, 162, 198].map((height, index) => {
    const [a, b, c] = [0, 0, 0].map(() => Math.round(height + random.between(-26, 26)));
    return html`<path d="M0 ${a!}C64 ${b! - 34} 96 ${b! + 26} 140 ${b!}S214 ${c! - 30} 256 ${c!}V256H0Z" opacity="${[0.28, 0.4, 0.6][index]}"/>`;
  });
  return html`${sun}${ranges}`;
}

/** A road sign: one post, and arms that point either way. */
function arms(random: Random): Html {
  const boards = [0, 1, 2].map((index) => {
    const length = Math.round(random.between(62, 98));
    const turn = random.pick([1, -1]);
    return html`<path transform="translate(128 ${62 + index * 44}) scale(${turn} 1)" d="M-26-15H${length - 16}L${length} 0 ${length - 16} 15H-26a5 5 0 0 1-5-5v-20a5 5 0 0 1 5-5Z" opacity="${[0.95, 0.7, 0.5][index]}"/>`;
  });
  return html`<rect x="122" y="34" width="12" height="188" rx="6" opacity=".35"/>${boards}`;
}

/** Three paths around one point, a body on each. */
function orbits(random: Random): Html {
  const paths = [44, 72, 100].map((radius, index) => {
    const turn = Math.round(random.between(0, 360));
    const body = Math.round(random.between(8, 17));
    return html`<circle r="${radius}" fill="none" stroke="#fff" stroke-width="3" opacity=".4"/><circle cx="${radius}" r="${body}" transform="rotate(${turn})" opacity="${[0.95, 0.8, 0.65][index]}"/>`;
  });
  return html`<g transform="translate(128 128)">${paths}<circle r="${Math.round(random.between(14, 24))}"/></g>`;
}
