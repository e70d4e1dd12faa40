import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contrast, type Hex, readable, visible } from '../../contract/page/colours.ts';
import type { Palette } from '../../contract/page/palettes.ts';
import { type Theme, themeNamed, themes } from '../../contract/page/themes.ts';

const all: readonly Theme[] = themes;

describe('Themes', () => {
  it('are fourteen, with the first as the default', () => {
    assert.equal(all.length, 14);
    assert.equal(themeNamed('signpost').name, 'signpost');
    for (const unknown of ['', 'nothing', 'constructor', '__proto__']) {
      assert.equal(themeNamed(unknown).name, 'signpost');
    }
  });

  for (const { name, day, night } of all) {
    for (const [scheme, palette] of Object.entries({ day, night })) {
      if (palette) it(`are readable: ${name} by ${scheme}`, () => assert.deepEqual(unreadable(palette), []));
    }
  }

  it('differ from each other in layout, buttons, type and palette', () => {
    const faces = {
      layout: ({ layout }: Theme) => layout,
      buttons: ({ buttons }: Theme) => buttons,
      type: ({ font, display }: Theme) => `${display} over ${font}`,
      ground: ({ day }: Theme) => day.bg,
      button: ({ day }: Theme) => `${day.button} ${day.accent}`,
    };
    for (const [what, face] of Object.entries(faces)) {
      assert.equal(new Set(all.map(face)).size, all.length, what);
    }
  });
});

/** Pairs of colours with too little contrast, formatted for the error message. */
function unreadable({ bg, wash = [bg, bg], surface, text, muted, accent, button, buttonText, border }: Palette) {
  const grounds = { bg, wash1: wash[0], wash2: wash[1], surface };
  const pairs: [string, Hex, Hex, number][] = [['button text on button', buttonText, button, readable]];
  for (const [ground, colour] of Object.entries(grounds)) {
    pairs.push([`text on ${ground}`, text, colour, readable]);
    pairs.push([`muted on ${ground}`, muted, colour, readable]);
    pairs.push([`accent on ${ground}`, accent, colour, readable]);
    pairs.push([`border on ${ground}`, border, colour, visible]);
  }
  return pairs
    .filter(([, one, other, least]) => contrast(one, other) < least)
    .map(([what, one, other, least]) => `${what}: ${contrast(one, other).toFixed(2)} < ${least}`);
}
