import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageSettings } from '../../server/domain/page/page-settings.ts';

describe('Settings of a page', () => {
  it('default to those of the theme', () => {
    assert.deepEqual(customized({ theme: 'console' }), {
      font: 'jetbrains-mono',
      theme: 'console',
      button_background_color: '#131a15',
      button_text_color: '#7bf09c',
      texts_color: '#d3e7d4',
      radius: 'square',
      bio_align: 'left',
    });
    assert.deepEqual(customized({ theme: 'console', font: 'inter', texts_color: '#ffffff', radius: 'pill' }), {
      font: 'inter',
      theme: 'console',
      button_background_color: '#131a15',
      button_text_color: '#7bf09c',
      texts_color: '#ffffff',
      radius: 'pill',
      bio_align: 'left',
    });
  });

  it('fall back to the defaults for an unknown theme or font', () => {
    const { theme, font } = customized({ theme: '__proto__', font: 'comic-sans' });
    assert.deepEqual([theme, font], ['signpost', 'bricolage-grotesque']);
  });
});

function customized(stored: object) {
  return pageSettings({ seo: '{}', social: '{}', background: '{}', customize: JSON.stringify(stored) }).customize;
}
