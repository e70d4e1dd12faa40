import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directionOf, interfaceLanguages, languageNames, nearestLanguage } from '../../contract/languages.ts';

describe('The nearest interface language', () => {
  for (const [tags, expected] of [
    [['de'], 'de'],
    [['pt-PT'], 'pt'],
    [['AR-eg'], 'ar'],
    [['ja-Jpan-JP'], 'ja'],
    [['fr-CH-u-co-phonebk'], 'fr'],
    [['deu'], 'de'],
    [['zh'], 'en'],
    [['nl', 'es-MX', 'de'], 'es'],
    [['', '*', 'x-klingon', '12'], 'en'],
    [[], 'en'],
  ] as const) {
    it(`of ${JSON.stringify(tags)} is ${expected}`, () => assert.equal(nearestLanguage(tags), expected));
  }
});

describe('Interface languages', () => {
  it('have names of their own', () => {
    assert.equal(new Set(interfaceLanguages.map((language) => languageNames[language])).size, 7);
  });

  it('are written from left to right, except Arabic', () => {
    assert.deepEqual(
      interfaceLanguages.filter((language) => directionOf(language) === 'rtl'),
      ['ar'],
    );
  });
});
