// Local time in time zones, on dates when clocks change.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  countIntervals,
  dayAt,
  hourAt,
  type Interval,
  intervalStarts,
  parseDay,
  sameDateInYear,
  startOfDay,
  weekdayOf,
} from '../../contract/local-time.ts';
import { DAY, formatDay, MINUTE } from '../../contract/time.ts';
import { findTimeZone, offsetIn } from '../../contract/time-zones.ts';

const zoneOf = (name: string) => findTimeZone(name)!;
const range = (first: string, last: string) => ({ first: parseDay(first)!, last: parseDay(last)! });
const instant = (at: number) => new Date(at / 1000).toISOString().slice(0, 16);
const micros = (text: string) => Date.parse(`${text}Z`) * 1000;

function starts(zone: string, interval: Interval, first: string, last: string): string[] {
  return intervalStarts(zoneOf(zone), interval, range(first, last)).map(
    ({ start, date }) => `${instant(start)} ${date}`,
  );
}

describe('Time zones', () => {
  it('are found by their IANA name, in any case', () => {
    for (const name of [
      'UTC',
      'Europe/Berlin',
      'europe/berlin',
      'Asia/Kathmandu',
      'Asia/Katmandu',
      'Etc/GMT+5',
      'EST',
    ]) {
      assert.ok(findTimeZone(name), name);
    }
    for (const name of [
      '',
      'Mars/Phobos',
      '+05:45',
      'Europe/Berlin ',
      'Europe/Berlin\0',
      'x'.repeat(1000),
      '__proto__',
    ]) {
      assert.equal(findTimeZone(name), undefined, name);
    }
  });

  it('have whole quarters of an hour as offsets, also where they had none', () => {
    const offset = (zone: string, at: string) => offsetIn(zoneOf(zone), micros(at)) / MINUTE;
    assert.equal(offset('UTC', '2026-11-15T00:00'), 0);
    assert.equal(offset('Asia/Kathmandu', '2026-11-15T00:00'), 345);
    assert.equal(offset('Asia/Kathmandu', '1985-12-31T18:15'), 330);
    assert.equal(offset('Asia/Kathmandu', '1985-12-31T18:30'), 345);
    assert.equal(offset('America/New_York', '2026-07-01T00:00'), -240);
    // 44 minutes and 30 seconds
    assert.equal(offset('Africa/Monrovia', '1971-06-01T00:00'), -45);
    // Local mean time of 1850
    assert.equal(offset('Europe/Amsterdam', '1850-06-01T00:00') % 15, 0);
    assert.equal(offset('Europe/Berlin', '3000-07-01T00:00'), 60);
  });

  it('have days of 23 and 25 hours', () => {
    assert.deepEqual(starts('Europe/Berlin', 'day', '2026-03-28', '2026-03-30'), [
      '2026-03-27T23:00 2026-03-28',
      '2026-03-28T23:00 2026-03-29',
      '2026-03-29T22:00 2026-03-30',
    ]);
    assert.deepEqual(starts('America/New_York', 'day', '2026-11-01', '2026-11-02'), [
      '2026-11-01T04:00 2026-11-01',
      '2026-11-02T05:00 2026-11-02',
    ]);
  });

  it('have days that do not start at midnight, start twice, or do not exist', () => {
    // Clocks went from 00:00 to 01:00.
    assert.deepEqual(starts('America/Sao_Paulo', 'hour', '2018-11-04', '2018-11-04').slice(0, 2), [
      '2018-11-04T03:00 2018-11-04T01:00',
      '2018-11-04T04:00 2018-11-04T02:00',
    ]);
    // Clocks went from 01:00 back to 00:00.
    assert.deepEqual(starts('America/Havana', 'hour', '2026-11-01', '2026-11-01').slice(0, 3), [
      '2026-11-01T04:00 2026-11-01T00:00',
      '2026-11-01T05:00 2026-11-01T00:00',
      '2026-11-01T06:00 2026-11-01T01:00',
    ]);
    // Clocks went from 00:00 back to 23:00 of the day before.
    assert.deepEqual(starts('America/Nuuk', 'day', '2026-10-24', '2026-10-25'), [
      '2026-10-24T01:00 2026-10-24',
      '2026-10-25T02:00 2026-10-25',
    ]);
    // Samoa moved across the date line.
    assert.deepEqual(starts('Pacific/Apia', 'day', '2011-12-29', '2011-12-31'), [
      '2011-12-29T10:00 2011-12-29',
      '2011-12-30T10:00 2011-12-31',
    ]);
    assert.deepEqual(starts('Pacific/Apia', 'day', '2011-12-30', '2011-12-30'), []);
    assert.deepEqual(starts('Pacific/Apia', 'hour', '2011-12-30', '2011-12-30'), []);
    // Until 2011, clocks of Newfoundland changed at 00:01.
    assert.deepEqual(starts('America/St_Johns', 'day', '2010-11-06', '2010-11-08'), [
      '2010-11-06T02:30 2010-11-06',
      '2010-11-07T03:30 2010-11-07',
      '2010-11-08T03:30 2010-11-08',
    ]);
  });

  it('repeat and skip hours', () => {
    const autumn = starts('Europe/Berlin', 'hour', '2026-10-25', '2026-10-25');
    assert.equal(autumn.length, 25);
    assert.deepEqual(autumn.slice(1, 5), [
      '2026-10-24T23:00 2026-10-25T01:00',
      '2026-10-25T00:00 2026-10-25T02:00',
      '2026-10-25T01:00 2026-10-25T02:00',
      '2026-10-25T02:00 2026-10-25T03:00',
    ]);
    const spring = starts('Europe/Berlin', 'hour', '2026-03-29', '2026-03-29');
    assert.equal(spring.length, 23);
    assert.deepEqual(spring.slice(1, 3), ['2026-03-29T00:00 2026-03-29T01:00', '2026-03-29T01:00 2026-03-29T03:00']);
  });

  it('change by half an hour on Lord Howe Island', () => {
    assert.deepEqual(starts('Australia/Lord_Howe', 'hour', '2026-04-05', '2026-04-05').slice(1, 5), [
      '2026-04-04T14:00 2026-04-05T01:00',
      '2026-04-04T15:00 2026-04-05T01:30',
      '2026-04-04T15:30 2026-04-05T02:00',
      '2026-04-04T16:30 2026-04-05T03:00',
    ]);
    assert.deepEqual(starts('Australia/Lord_Howe', 'hour', '2026-10-04', '2026-10-04').slice(1, 4), [
      '2026-10-03T14:30 2026-10-04T01:00',
      '2026-10-03T15:30 2026-10-04T02:30',
      '2026-10-03T16:00 2026-10-04T03:00',
    ]);
  });

  it('have weeks from Monday and months from the first, cut to the range', () => {
    assert.deepEqual(starts('Europe/Berlin', 'week', '2026-12-30', '2027-01-12'), [
      '2026-12-29T23:00 2026-12-30',
      '2027-01-03T23:00 2027-01-04',
      '2027-01-10T23:00 2027-01-11',
    ]);
    assert.deepEqual(starts('Asia/Kathmandu', 'month', '2026-11-20', '2027-02-01'), [
      '2026-11-19T18:15 2026-11-20',
      '2026-11-30T18:15 2026-12-01',
      '2026-12-31T18:15 2027-01-01',
      '2027-01-31T18:15 2027-02-01',
    ]);
  });

  it('tell day, hour and weekday of an instant', () => {
    const at = micros('2026-11-15T18:30');
    assert.equal(formatDay(dayAt(zoneOf('Asia/Kathmandu'), at)), '2026-11-16');
    assert.equal(hourAt(zoneOf('Asia/Kathmandu'), at), 0);
    assert.equal(hourAt(zoneOf('America/New_York'), at), 13);
    assert.deepEqual(
      ['2026-11-15', '2026-11-16', '1969-12-31'].map((date) => weekdayOf(parseDay(date)!)),
      [7, 1, 3],
    );
  });

  it('read dates of the calendar only', () => {
    for (const text of ['2026-02-29', '2026-02-30', '2026-13-01', '2026-1-1', '', '2026-11-15T00:00']) {
      assert.equal(parseDay(text), undefined, text);
    }
    for (const text of ['0000-01-01', '2024-02-29', '9999-12-31']) assert.equal(formatDay(parseDay(text)!), text);
  });

  it('find the same date of another year', () => {
    const yearBefore = (text: string) => formatDay(sameDateInYear(parseDay(text)!, -1));
    assert.equal(yearBefore('2026-11-15'), '2025-11-15');
    assert.equal(yearBefore('2024-02-29'), '2023-02-28');
    assert.equal(yearBefore('2024-03-01'), '2023-03-01');
  });

  it('estimate the number of intervals', () => {
    const year = range('2026-01-01', '2026-12-31');
    const counts = (['hour', 'day', 'week', 'month'] as const).map((interval) => countIntervals(interval, year));
    assert.deepEqual(counts, [8760, 365, 53, 13]);
  });

  it('agree with Intl about the local time of every interval', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    // Until 2011, parts of Canada changed their clocks one minute after midnight.
    const first = fc.integer({ min: parseDay('2012-01-01')!, max: parseDay('2060-01-01')! });
    const interval = fc.constantFrom<Interval>('hour', 'day', 'week', 'month');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        interval,
        first,
        fc.integer({ min: 0, max: 40 }),
        (name, of, day, length) => {
          const zone = zoneOf(name);
          const points = intervalStarts(zone, of, { first: day, last: day + length });
          const local = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'short' });
          for (const [number, { start, date }] of points.entries()) {
            assert.equal(start % (15 * MINUTE), 0);
            assert.ok(number === 0 || start > points[number - 1]!.start);
            const shown = local.format(start / 1000).replace(' ', 'T');
            assert.equal(shown.slice(0, date.length), date, `${name} ${instant(start)}`);
          }
          const end = startOfDay(zone, day + length + 1);
          assert.ok(points.every(({ start }) => start < end));
          assert.equal(points[0]?.start ?? end, startOfDay(zone, day));
          assert.ok(end - startOfDay(zone, day) <= (length + 1.2) * DAY);
        },
      ),
      { numRuns: 300 },
    );
  });
});
