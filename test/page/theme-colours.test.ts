import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contrastOn, type Hex, mix, parseColour, readable, visible } from '../../contract/page/colours.ts';
import type { Palette } from '../../contract/page/palettes.ts';
import { themes } from '../../contract/page/themes.ts';
import type { BackgroundLayout } from '../../contract/vocabulary.ts';
import { pageSettings } from '../../server/domain/page/page-settings.ts';
import { themeColours } from '../../server/views/page/style/theme-colours.ts';

describe('Custom colours', () => {
  it('have a dark mode only as long as they are those of the theme', () => {
    const plain = coloursOf({ theme: 'signpost' });
    assert.deepEqual([plain.first.bg, plain.night?.bg], ['#f5f1e8', '#101814']);
    const dark = coloursOf({ theme: 'signpost', texts_color: '#102a43' });
    assert.deepEqual([dark.first.text, dark.night, dark.panel], ['#102a43', undefined, undefined]);
    const light = coloursOf({ theme: 'signpost', texts_color: '#ffffff' });
    assert.deepEqual([light.first.text, light.first.bg, light.isDark], ['#ffffff', '#101814', true]);
  });

  it('override the buttons in light and dark mode, with a readable label', () => {
    const { first, night, hasOwnButtons } = coloursOf({ theme: 'quiet', button_background_color: '#ffd166' });
    assert.deepEqual([first.button, night?.button, hasOwnButtons], ['#ffd166', '#ffd166', true]);
    assert.deepEqual([first.buttonText, night?.buttonText], ['#1d1d1f', '#000000']);
    const both = coloursOf({ theme: 'quiet', button_background_color: '#ffd166', button_text_color: '#ffffff' });
    assert.equal(both.first.buttonText, '#000000');
  });

  it('get a panel if no background of the theme has enough contrast', () => {
    const { first, panel } = coloursOf({ theme: 'poster', texts_color: '#3040ff' });
    assert.deepEqual([first.text, first.surface, panel], ['#3040ff', '#ffffff', 'solid']);
  });

  it('adapt to a custom background', () => {
    const solid = coloursOf({ theme: 'signpost' }, { type: 'solid', settings: { solid: { color: '#0b3d2e' } } });
    assert.deepEqual([solid.first.bg, solid.first.text, solid.isDark], ['#0b3d2e', '#edf2ea', true]);
    const harsh = coloursOf({ theme: 'signpost' }, gradient('#000000', '#ffffff'));
    assert.deepEqual([harsh.panel, harsh.ground], ['solid', ['#000000', '#ffffff']]);
    const picture = {
      type: 'image',
      settings: { image: { source: 'external', external_url: 'https://example.com/a.jpg' } },
    };
    assert.equal(coloursOf({ theme: 'signpost' }, picture, 'panel').panel, 'sheer');
    const none = { type: 'image', settings: { image: { source: 'external', external_url: 'javascript:alert(1)' } } };
    assert.equal(coloursOf({ theme: 'signpost' }, none).panel, undefined);
  });

  it('are on the picture itself, under the thinnest layer on which text is readable', () => {
    const image = { type: 'image', settings: { image: { source: 'external', external_url: 'https://example.com/a' } } };
    const plain = coloursOf({ theme: 'signpost' }, image);
    assert.deepEqual(
      [plain.first.bg, plain.night?.bg, plain.scrim, plain.panel],
      ['#f5f1e8', '#101814', 0.65, undefined],
    );
    // White on the blue of this theme would need a layer that hides the picture.
    assert.deepEqual(
      [coloursOf({ theme: 'poster' }, image).first.bg, coloursOf({ theme: 'poster' }, image).scrim],
      ['#161e80', 0.65],
    );
    const white = coloursOf({ theme: 'bulletin', texts_color: '#ffffff' }, image);
    assert.deepEqual([white.first.bg, white.first.text, white.scrim], ['#000000', '#ffffff', 0.55]);
    const grey = coloursOf({ theme: 'signpost', texts_color: '#777777' }, image);
    assert.deepEqual([grey.panel, grey.scrim], ['solid', undefined]);
  });

  it('are readable in every combination', () => {
    const colours = ['#000000', '#ffffff', '#777777', '#0000ff', '#ffe066', '#12345680'];
    const image = { type: 'image', settings: { image: { source: 'external', external_url: 'https://example.com/a' } } };
    for (const { name: theme } of themes) {
      for (const text of colours) {
        for (const other of colours) {
          const own = { theme, texts_color: text, button_background_color: other, button_text_color: text };
          assertReadable(coloursOf(own));
          assertReadable(coloursOf(own, image));
          assertReadable(coloursOf(own, image, 'panel'));
          assertReadable(coloursOf(own, { type: 'solid', settings: { solid: { color: other } } }));
          assertReadable(coloursOf({ theme }, gradient(text, other)));
        }
      }
    }
  });
});

function assertReadable(themed: ReturnType<typeof themeColours>) {
  for (const palette of [themed.first, themed.night]) {
    if (palette) assert.deepEqual(tooClose(palette, themed), [], JSON.stringify(themed));
  }
}

function tooClose(palette: Palette, { panel, ground, scrim }: ReturnType<typeof themeColours>): string[] {
  const { bg, wash = [], surface, text, muted, accent, border, button, buttonText } = palette;
  const [from = bg, to = from] = ground ?? [];
  const behind: Hex[] =
    scrim !== undefined
      ? [bg, mix('#000000', bg, scrim), mix('#ffffff', bg, scrim)]
      : panel === 'solid'
        ? []
        : panel === 'sheer'
          ? [mix(surface, '#000000', 0.1), mix(surface, '#ffffff', 0.1)]
          : ground
            ? [0, 0.25, 0.5, 0.75, 1].map((share) => mix(from, to, share))
            : [bg, ...wash];
  const grounds = [surface, ...behind];
  const pairs = {
    text: [text, readable],
    muted: [muted, readable],
    accent: [accent, readable],
    border: [border, visible],
  };
  const close = Object.entries(pairs).filter(
    ([, [colour, least]]) => contrastOn(grounds, colour as Hex) < Number(least),
  );
  return [...close.map(([name]) => name), ...(contrastOn([button], buttonText) < readable ? ['button'] : [])];
}

function gradient(from: string, to: string) {
  return { type: 'gradient', settings: { gradient: { color_1: from, color_2: to } } };
}

function coloursOf(customize: object, background: object = {}, backgroundLayout: BackgroundLayout = 'full') {
  const settings = pageSettings({
    seo: '{}',
    social: '{}',
    customize: JSON.stringify(customize),
    background: JSON.stringify(background),
  });
  return themeColours({ ...settings, backgroundLayout, origin: 'https://links.example' });
}

describe('Colours', () => {
  it('are parsed from hex only, with transparency blended into the background', () => {
    assert.equal(parseColour('#AbCdEf'), '#abcdef');
    assert.equal(parseColour('#00000080', '#ffffff'), '#7f7f7f');
    for (const odd of ['', 'red', '#fff', '#12345g', '#1234567', 'url(x)', '#123456;}']) {
      assert.equal(parseColour(odd), undefined);
    }
  });
});
