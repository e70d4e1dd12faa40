import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import {
  type Font,
  findFont,
  fontPath,
  fonts,
  fontsVersion,
  subsetsFor,
  subsetsOf,
  unicodeRanges,
} from '../../contract/page/fonts.ts';
import { assetsRoutes } from '../../server/http/site/assets.ts';

const filed = fonts.filter((font: Font) => font.files !== undefined) as Required<Font>[];

describe('Fonts', () => {
  let app: FastifyInstance;
  before(async () => {
    app = Fastify();
    await app.register(assetsRoutes);
  });
  after(() => app.close());

  it('are served from packages of their version, as immutable', async () => {
    for (const font of filed) {
      assert.equal(packaged(font, 'package.json').version, fontsVersion, font.name);
      for (const subset of font.files.subsets) {
        const path = fontPath(font, subset);
        const { statusCode, headers, rawPayload } = await app.inject(path);
        assert.equal(statusCode, 200, path);
        assert.equal(rawPayload.subarray(0, 4).toString(), 'wOF2', path);
        assert.equal(headers['content-type'], 'font/woff2');
        assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
        assert.equal(headers['x-content-type-options'], 'nosniff');
      }
    }
  });

  it('are the only files served', async () => {
    for (const path of [
      '/assets/fonts/5.2.0/inter-latin-wght-normal.woff2',
      `/assets/fonts/${fontsVersion}/inter-latin-wght-italic.woff2`,
      `/assets/fonts/${fontsVersion}/package.json`,
      `/assets/fonts/${fontsVersion}/..%2Fpackage.json`,
      `/assets/fonts/${fontsVersion}/__proto__`,
    ]) {
      const { statusCode, headers } = await app.inject(path);
      assert.equal(statusCode, 404, path);
      assert.equal(headers['cache-control'], 'no-store');
    }
  });

  it('have the Unicode ranges of their packages', () => {
    for (const font of filed) {
      const ranges = packaged(font, 'unicode.json');
      for (const subset of font.files.subsets) assert.equal(unicodeRanges[subset], ranges[subset], font.name);
    }
  });

  it('are loaded only in the subsets that a text needs', () => {
    const inter = findFont('inter')!;
    assert.deepEqual(subsetsFor(inter, subsetsOf('Plain, naïve — and “quoted”')), ['latin']);
    assert.deepEqual(subsetsFor(inter, subsetsOf('Łódź')), ['latin', 'latin-ext']);
    assert.deepEqual(subsetsFor(inter, subsetsOf('Привет, κόσμε')), ['latin', 'cyrillic', 'greek']);
    assert.deepEqual(subsetsFor(findFont('outfit')!, subsetsOf('Привет')), ['latin']);
    assert.deepEqual(subsetsFor(findFont('system')!, subsetsOf('Łódź')), []);
  });
});

function packaged({ files }: Required<Font>, file: string) {
  return JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(`${files.package}/${file}`)), 'utf8'));
}
