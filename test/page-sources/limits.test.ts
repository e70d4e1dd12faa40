import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSource } from '../../server/domain/import/sources/index.ts';
import { assertValid } from './valid.ts';

describe('The limits of a page', () => {
  const lines = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => `https://many.example/${from + index}`).join('\n');

  it('split more than a hundred links into several blocks', () => {
    const { document, warnings } = readSource('links', `# Many\n${lines(250)}`);
    assertValid(document);
    assert.deepEqual(
      document.blocks?.map(({ name, items }) => [name, items?.length]),
      [
        ['Many', 100],
        [undefined, 100],
        [undefined, 50],
      ],
    );
    assert.deepEqual(warnings, []);
  });

  it('leave out blocks after the first hundred, and count them', () => {
    const { document, warnings } = readSource('links', lines(10_007));
    assert.equal(document.blocks?.length, 100);
    assert.deepEqual(warnings, ['7 entries were left out: a page can have 100 blocks of 100 items.']);
    const folders = Array.from({ length: 103 }, (_, index) => `# ${index}\n${lines(1, index)}`).join('\n');
    const many = readSource('links', folders);
    assert.equal(many.document.blocks?.length, 100);
    assert.deepEqual(many.warnings, ['3 entries were left out: a page can have 100 blocks of 100 items.']);
  });

  it('cut a long title between two characters', () => {
    const { document, warnings } = readSource('links', `${'a'.repeat(197)}👩‍👩‍👧‍👦👩‍👩‍👧‍👦 https://long.example`);
    assertValid(document);
    assert.equal(document.blocks?.[0]?.items?.[0]?.caption, `${'a'.repeat(197)}…`);
    assert.deepEqual(warnings, [`1 text was too long and truncated: “${'a'.repeat(59)}…”.`]);
  });

  it('leave out links with a URL that is too long', () => {
    const long = `https://long.example/${'x'.repeat(2048)}`;
    const { document, warnings } = readSource('links', `Short https://short.example\nLong ${long}`);
    assert.deepEqual(document.blocks?.[0]?.items, [{ caption: 'Short', link: 'https://short.example/' }]);
    assert.deepEqual(warnings, ['1 link was left out because of an address of more than 2048 characters: “Long”.']);
  });
});
