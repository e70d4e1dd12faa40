import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { pixelViews } from '../../../server/views/page/pixels/platforms.ts';

const document = readFileSync(new URL('../../../docs/pixels.md', import.meta.url), 'utf8');

describe('docs/pixels.md', () => {
  for (const [type, { vendor }] of Object.entries(pixelViews)) {
    const { script, img, connect, frame = [], form = [] } = vendor;
    it(`lists every host that a page with ${type} may contact`, () => {
      const row = document.split('\n').find((line) => line.startsWith(`| \`${type}\``)) ?? '';
      const documented = new Set(Array.from(row.matchAll(/`(https:[^`]*)`/g), ([, host]) => host!));
      assert.deepEqual(
        [...documented].sort(),
        [...new Set([script, img, connect, frame, form].flat())].sort(),
        `docs/pixels.md: the row "| \`${type}\` | …" must name exactly the hosts of its view in platforms/`,
      );
    });
  }
});
