// A period as months, days and quarters of an hour.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { DAY, MINUTE, timestamp } from '../../contract/time.ts';
import { nextPeriodStart, TIERS, type Tier } from '../../server/storage/visits/visit-periods.ts';
import { type CoverPart, cover } from '../../server/visits/read/cover.ts';

const QUARTER = 15 * MINUTE;
const names = new Map<Tier, string>(Object.entries(TIERS).map(([name, tier]) => [tier, name]));
const at = (text: string) => Date.parse(`${text}Z`) * 1000;
const written = ({ tier, from, to, sign }: CoverPart) =>
  `${sign > 0 ? '+' : '-'} ${names.get(tier)} ${timestamp(from).slice(0, 16)} ${timestamp(to).slice(0, 16)}`;

describe('a period', () => {
  test('consists of whole months, and of days and quarters at its ends', () => {
    assert.deepEqual(cover({ from: at('2025-11-26T06:00'), to: at('2026-03-03T18:30') }).map(written), [
      '+ month 2025-12-01T00:00 2026-03-01T00:00',
      '+ day 2025-11-26T00:00 2025-12-01T00:00',
      '+ day 2026-03-01T00:00 2026-03-04T00:00',
      '- quarter 2025-11-26T00:00 2025-11-26T06:00',
      '- quarter 2026-03-03T18:30 2026-03-04T00:00',
    ]);
  });

  test('is a whole month without its last days, if those are fewer', () => {
    assert.deepEqual(cover({ from: at('2026-03-01T00:00'), to: at('2026-03-29T00:00') }).map(written), [
      '+ month 2026-03-01T00:00 2026-04-01T00:00',
      '- day 2026-03-29T00:00 2026-04-01T00:00',
    ]);
  });

  test('of a few quarters consists of those', () => {
    assert.deepEqual(cover({ from: at('2026-03-01T10:00'), to: at('2026-03-01T10:45') }).map(written), [
      '+ quarter 2026-03-01T10:00 2026-03-01T10:45',
    ]);
    assert.deepEqual(cover({ from: at('2026-03-01T10:00'), to: at('2026-03-01T10:00') }), []);
  });

  test('contains each of its quarters once and no others, in few rows', () => {
    const quarter = fc.integer({ min: at('2023-12-20T00:00') / QUARTER, max: at('2025-03-10T00:00') / QUARTER });
    fc.assert(
      fc.property(quarter, quarter, (one, other) => {
        const span = { from: Math.min(one, other) * QUARTER, to: Math.max(one, other) * QUARTER };
        const parts = cover(span);
        const edges = new Set([span.from, span.to, ...parts.flatMap(({ from, to }) => [from, to])]);
        for (const edge of edges) {
          for (const start of [edge - QUARTER, edge]) {
            const times = parts
              .filter(({ from, to }) => start >= from && start < to)
              .reduce((sum, { sign }) => sum + sign, 0);
            assert.equal(times, start >= span.from && start < span.to ? 1 : 0, timestamp(start));
          }
        }
        for (const { tier, from, to } of parts) {
          for (const edge of [from, to]) assert.equal(nextPeriodStart(tier, edge), edge, 'it is the start of a period');
        }
        const count = (wanted: Tier, length: number) =>
          parts.reduce((sum, { tier, from, to }) => sum + (tier === wanted ? (to - from) / length : 0), 0);
        assert.ok(count(TIERS.quarter, QUARTER) <= 96, 'at most half a day at each end');
        assert.ok(count(TIERS.day, DAY) <= 33, 'at most half a month at each end');
      }),
      { numRuns: 300 },
    );
  });
});
