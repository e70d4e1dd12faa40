// Periods, intervals and the address of the numbers screen, without a browser.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseDay } from '../../contract/local-time.ts';
import { formatDay } from '../../contract/time.ts';
import { changeOf } from '../../web/src/signed-in/stats/change.ts';
import { roundTicks, spreadLabels } from '../../web/src/signed-in/stats/chart/scale.ts';
import {
  customRange,
  intervalFor,
  intervalsFor,
  type Preset,
  presetRange,
} from '../../web/src/signed-in/stats/view/ranges.ts';
import { defaultView, formatView, parseView } from '../../web/src/signed-in/stats/view/stats-view.ts';

const range = (first: string, last: string) => ({ first: parseDay(first)!, last: parseDay(last)! });

describe('Periods of the numbers screen', () => {
  const expected: [preset: Preset, today: string, first: string, last: string][] = [
    ['today', '2026-03-01', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['7d', '2026-03-01', '2026-02-23', '2026-03-01'],
    ['30d', '2026-03-01', '2026-01-31', '2026-03-01'],
    ['90d', '2026-03-01', '2025-12-02', '2026-03-01'],
    ['month', '2026-03-31', '2026-03-01', '2026-03-31'],
    ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['last-month', '2026-01-15', '2025-12-01', '2025-12-31'],
    ['12mo', '2026-03-31', '2025-04-01', '2026-03-31'],
  ];
  for (const [preset, today, first, last] of expected) {
    it(`${preset} on ${today} is from ${first} to ${last}`, () => {
      const found = presetRange(preset, parseDay(today)!)!;
      assert.deepEqual([formatDay(found.first), formatDay(found.last)], [first, last]);
    });
  }

  it('can be any two days in order', () => {
    assert.deepEqual(customRange('2026-02-01', '2026-02-03'), range('2026-02-01', '2026-02-03'));
    assert.equal(customRange('2026-02-30', '2026-03-01'), 'from');
    assert.equal(customRange('2026-02-01', ''), 'to');
    assert.equal(customRange('1969-12-31', '2026-03-01'), 'from');
    assert.equal(customRange('2026-02-03', '2026-02-01'), 'order');
  });

  it('have an interval that draws a readable line', () => {
    assert.equal(intervalFor(range('2026-03-01', '2026-03-01')), 'hour');
    assert.equal(intervalFor(range('2026-03-01', '2026-03-02')), 'hour');
    assert.equal(intervalFor(range('2026-03-01', '2026-03-03')), 'day');
    assert.equal(intervalFor(range('2026-01-01', '2026-03-31')), 'day');
    assert.equal(intervalFor(range('2026-01-01', '2026-06-30')), 'week');
    assert.equal(intervalFor(range('2026-01-01', '2026-12-31')), 'month');
  });

  it('have the chosen interval only if it fits', () => {
    const month = range('2026-01-01', '2026-01-31');
    assert.deepEqual(intervalsFor(month), ['day', 'week']);
    assert.equal(intervalFor(month, 'week'), 'week');
    assert.equal(intervalFor(month, 'hour'), 'day');
    assert.deepEqual(intervalsFor(range('2026-01-01', '2026-01-01')), ['hour']);
  });
});

describe('The address of the numbers screen', () => {
  it('is empty for what is shown at first', () => {
    assert.deepEqual(parseView(''), defaultView);
    assert.equal(formatView(defaultView), '');
  });

  it('has everything that can be chosen', () => {
    const search =
      '?from=2026-02-01&to=2026-02-03&compare=year&interval=hour&metric=clicks&country=de&utm_campaign=a%26b+c';
    const view = parseView(search);
    assert.deepEqual(view, {
      range: range('2026-02-01', '2026-02-03'),
      compare: 'year',
      interval: 'hour',
      metric: 'clicks',
      filters: { country: 'de', utm_campaign: 'a&b c' },
    });
    assert.equal(formatView(view), search);
    assert.equal(formatView(parseView('?range=12mo&compare=off')), '?range=12mo&compare=off');
  });

  it('has what it does not know as if it were not there', () => {
    const search = `?range=century&from=2026-02-03&to=2026-02-01&compare=x&interval=second&metric=money&colour=red&browser=${'x'.repeat(201)}`;
    assert.deepEqual(parseView(search), defaultView);
  });
});

describe('The chart', () => {
  it('has round values on its axis', () => {
    assert.deepEqual(roundTicks(0), [0, 1]);
    assert.deepEqual(roundTicks(3), [0, 1, 2, 3]);
    assert.deepEqual(roundTicks(152), [0, 50, 100, 150, 200]);
    assert.deepEqual(roundTicks(0.57, false), [0, 0.2, 0.4, 0.6]);
  });

  it('has as many dates as there is room for', () => {
    assert.deepEqual(spreadLabels(3, 10), [0, 1, 2]);
    assert.deepEqual(spreadLabels(10, 3), [1, 5, 9]);
  });
});

describe('A change', () => {
  it('is a difference and a share of what was before', () => {
    assert.deepEqual(changeOf(15, 10), { difference: 5, share: 0.5 });
    assert.deepEqual(changeOf(5, 0), { difference: 5, share: undefined });
    assert.equal(changeOf(null, 10), undefined);
    assert.equal(changeOf(5, undefined), undefined);
  });
});
