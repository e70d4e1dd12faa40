// Times as text.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DAY, dateTime, day, formatDay, SECOND, timestamp } from '../../contract/time.ts';

/** From 1684 to 2255: outside, a double has no room for every microsecond. */
const someTime = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });

describe('Times', () => {
  it('are written with their microseconds', () => {
    assert.equal(timestamp(1_763_195_400_123_456), '2025-11-15T08:30:00.123456Z');
    assert.equal(timestamp(0), '1970-01-01T00:00:00.000000Z');
    assert.equal(timestamp(-1), '1969-12-31T23:59:59.999999Z');
  });

  it('are written like dates of JavaScript', () => {
    fc.assert(
      fc.property(someTime, (at) => {
        const expected = new Date(Math.floor(at / 1000)).toISOString();
        assert.equal(`${timestamp(at).slice(0, 23)}Z`, expected);
        assert.equal(dateTime(at), expected.slice(0, 19).replace('T', ' '));
        assert.equal(day(at), expected.slice(0, 10));
      }),
    );
  });

  it('are written correctly for more days than are cached', () => {
    const first = Date.UTC(2020, 0);
    for (let number = 0; number < 5000; number += 1) {
      const expected = new Date(first + number * 86_400_000).toISOString().slice(0, 10);
      assert.equal(formatDay((first * 1000) / DAY + number), expected);
    }
  });

  it('are rejected if they are not numbers', () => {
    assert.throws(() => timestamp(Number.NaN * SECOND), RangeError);
  });
});
