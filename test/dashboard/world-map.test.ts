// The drawn countries of the dashboard's map.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { drawWorld, worldFile, worldText } from '../../web/world-map.ts';

const MAX_BYTES = 25_000;
/** Names of former countries, groups of countries, and codes that no location data uses. */
const notCountries = /^(AC|AN|BU|CP|CQ|CS|DD|DG|DY|EA|EU|EZ|FX|HV|IC|NH|QO|RH|SU|TA|TP|UK|UN|VD|XA|XB|YD|YU|ZR|ZZ)$/;

describe('The countries of the world map', () => {
  const world = drawWorld();

  it('are in the file as the atlas has them; run npm run world-map if not', async () => {
    const text = await readFile(worldFile, 'utf8');
    assert.equal(text, worldText(world));
    assert.ok(gzipSync(text).length <= MAX_BYTES);
  });

  it('are all countries, as a shape or as a point', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    const codes = letters.flatMap((first) => letters.map((second) => first + second));
    const countries = codes.filter((code) => names.of(code) && !notCountries.test(code));
    assert.equal(countries.length, 250);
    assert.deepEqual(
      countries.filter((iso) => !world.shapes[iso] && !world.points[iso]),
      [],
    );
  });

  it('lie inside of the drawing, and no border crosses it from side to side', () => {
    for (const [iso, path] of Object.entries(world.shapes)) {
      for (const ring of path.split('M').slice(1)) {
        const [start, steps] = ring.replace('z', '').split('l') as [string, string];
        let [x, y] = start.split(' ').map(Number) as [number, number];
        const numbers = steps.match(/-?\d+/g)!.map(Number);
        for (let at = 0; at < numbers.length; at += 2) {
          assert.ok(Math.abs(numbers[at]!) < world.width / 4, `${iso} crosses the map`);
          x += numbers[at]!;
          y += numbers[at + 1]!;
          assert.ok(x >= 0 && x <= world.width && y >= 0 && y <= world.height, `${iso} at ${x}, ${y}`);
        }
      }
    }
  });
});
