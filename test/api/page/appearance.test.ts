import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { contrast, type Hex, parseColour } from '../../../contract/page/colours.ts';
import { type Account, type Api, assertError, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

interface Pair {
  pair: string;
  color: Hex;
  on: Hex;
  ratio: number;
  needed: number;
  passes: boolean;
  fixes: { section: string; field: string; color: Hex }[];
  shown: { color: Hex; on: Hex };
}

for (const engine of enginesOf(import.meta.url)) {
  describe(`The appearance on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
    });
    after(() => api.close());

    const measure = async (query = '', { key } = ada): Promise<Pair[]> => {
      const { status, body, text } = await api.call(`GET /user/contrast${query}`, { key });
      assert.equal(status, 200, text);
      return body.response.contrast;
    };
    const change = async (section: string, json: object, { key } = ada) => {
      const { status, body, text } = await api.call(`POST /user/${section}`, { key, json });
      assert.equal(status, 200, text);
      return body.response.contrast as Pair[];
    };

    it('accepts every listed option', async () => {
      const { response } = (await api.call('GET /appearance', { key: ada.key })).body;
      assert.deepEqual([response.themes.length, response.fonts.length, response.default_theme], [14, 14, 'signpost']);
      assert.deepEqual(response.themes[4], {
        name: 'console',
        title: 'Console',
        layout: 'window',
        buttons: 'prompt',
        font: 'jetbrains-mono',
        display_font: 'jetbrains-mono',
        radius: 'square',
        bio_align: 'left',
        is_dark: true,
        day: {
          background: '#0b0f0c',
          wash: [],
          surface: '#131a15',
          text: '#d3e7d4',
          muted: '#8aa58d',
          accent: '#5ee383',
          button: '#131a15',
          button_text: '#7bf09c',
          border: '#587560',
        },
        night: null,
      });
      assert.equal(response.themes[0].night.background, '#101814');
      assert.deepEqual(response.fonts[0], { name: 'system', title: 'System', kind: 'sans', subsets: [], file: null });
      const file = await api.app.inject({ url: new URL(response.fonts[1].file).pathname });
      assert.equal(file.statusCode, 200);
      for (const { name: theme } of response.themes) await change('customize', { theme });
      for (const { name: font } of response.fonts) await change('customize', { font });
      for (const radius of response.radii) await change('customize', { radius });
      for (const bio_align of response.alignments) await change('customize', { bio_align });
      for (const type of response.background_types) await change('background', { type });
      await change('customize', { theme: null, font: null, radius: null, bio_align: null });
      await change('background', { type: null });
    });

    it('passes the contrast check with the defaults of every theme', async () => {
      const { response } = (await api.call('GET /appearance', { key: ada.key })).body;
      for (const { name } of response.themes) {
        for (const { passes, fixes, ratio, needed } of await measure(`?theme=${name}`)) {
          assert.deepEqual([passes, fixes, needed], [true, [], 4.5], name);
          assert.ok(ratio >= 4.5);
        }
      }
    });

    it('checks the contrast of a draft without storing it', async () => {
      const [text, button] = await measure('?texts_color=777777&background_type=solid&color=%23888888');
      assert.deepEqual([text!.color, text!.on, text!.ratio, text!.passes], ['#777777', '#888888', 1.26, false]);
      assert.deepEqual([text!.shown.color, text!.shown.on], ['#777777', '#000000']);
      assert.deepEqual([button!.color, button!.on, button!.passes], ['#fdfaf1', '#1d4d38', true]);
      const body = { button_text_color: '#1d4d39', theme: 'quiet' };
      const [, tried] = (await api.call('GET /user/contrast', { key: ada.key, json: body })).body.response.contrast;
      assert.deepEqual([tried.color, tried.on, tried.passes], ['#1d4d39', '#f4f4f6', true]);
      const { customize, background } = (await api.call('GET /user', { key: ada.key })).body.response;
      assert.deepEqual([customize.texts_color, customize.theme, background.type], ['#1b2a22', 'signpost', null]);
    });

    it('suggests the nearest colours that pass', async () => {
      const bob = await api.account('bob');
      const grey = { texts_color: '#8a8a8a', button_text_color: '#ffee00', button_background_color: '#FFF8E0' };
      const [, first] = await change('customize', grey, bob);
      assert.deepEqual([first!.passes, first!.shown], [false, { color: '#000000', on: '#fff8e0' }]);
      const [text, button] = await change(
        'background',
        { type: 'solid', settings: { solid: { color: '#999999' } } },
        bob,
      );
      assert.deepEqual(
        [text!.pair, text!.passes, button!.pair, button!.passes],
        ['text_on_background', false, 'button_text_on_button', false],
      );
      assert.deepEqual(
        [...text!.fixes, ...button!.fixes].map(({ section, field }) => `${section} ${field}`),
        [
          'customize texts_color',
          'background settings.solid.color',
          'customize button_text_color',
          'customize button_background_color',
        ],
      );
      for (const { color, on, fixes } of [text!, button!]) {
        const [ink, ground] = fixes.map((fix) => fix.color) as [Hex, Hex];
        assert.ok(contrast(ink, on) >= 4.5 && contrast(ink, on) < 4.7, ink);
        assert.ok(contrast(ground, color) >= 4.5 && contrast(ground, color) < 4.7, ground);
      }
      await change('background', { settings: { solid: { color: text!.fixes[1]!.color } } }, bob);
      await change('customize', { button_text_color: button!.fixes[0]!.color }, bob);
      for (const { passes, color, on, shown } of await measure('', bob)) {
        assert.ok(passes);
        assert.deepEqual(shown, { color, on });
      }
    });

    it('suggests a lighter colour for a light one, and a darker one for a dark one', async () => {
      for (const [label, suggested] of [
        ['b0b0b0', '#fefefe'],
        ['505050', '#040404'],
      ]) {
        const [, button] = await measure(`?button_background_color=767676&button_text_color=${label}`);
        assert.equal(button!.fixes[0]!.color, suggested);
      }
    });

    it('suggests no text colour if none is readable on both ends of a gradient', async () => {
      const [text] = await measure('?background_type=gradient&color_1=000000&color_2=ffffff');
      assert.deepEqual([text!.passes, text!.fixes], [false, []]);
      assert.ok(contrast(parseColour(text!.shown.color)!, parseColour(text!.shown.on)!) >= 4.5);
    });

    it('rejects invalid colours', async () => {
      const answer = await api.call('GET /user/contrast?texts_color=red&color_1=%23&theme=x', { key: ada.key });
      assertError(answer, 422, 'invalid');
      assert.deepEqual(Object.keys(answer.body.errors).sort(), ['color_1', 'texts_color', 'theme']);
    });
  });
}
