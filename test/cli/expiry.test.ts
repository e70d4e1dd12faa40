import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { timestamp } from '../../contract/time.ts';
import { parseExpiry } from '../../server/cli/expiry.ts';

const now = Date.parse('2026-08-31T10:20:30.400Z') * 1000 + 567;

describe('--expires', () => {
  for (const [typed, meant] of [
    ['2027-01-31', '2027-01-31T00:00:00.000000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000000Z'],
    ['2027-01-31T12:30', '2027-01-31T12:30:00.000000Z'],
    ['2027-01-31 12:30:15', '2027-01-31T12:30:15.000000Z'],
    ['2027-01-31T12:30:15.123456Z', '2027-01-31T12:30:15.123456Z'],
    ['2027-01-31T12:30:15.5+02:00', '2027-01-31T10:30:15.500000Z'],
    ['2027-01-31T23:30-0130', '2027-02-01T01:00:00.000000Z'],
    ['2026-08-31T10:20:30.400568Z', '2026-08-31T10:20:30.400568Z'],
    ['12h', '2026-08-31T22:20:30.400567Z'],
    ['30d', '2026-09-30T10:20:30.400567Z'],
    ['2w', '2026-09-14T10:20:30.400567Z'],
    ['6m', '2027-02-28T10:20:30.400567Z'],
    ['1y', '2027-08-31T10:20:30.400567Z'],
  ] as const) {
    it(`accepts ${typed}`, () => {
      assert.equal(timestamp(parseExpiry(typed, now)), meant);
    });
  }

  for (const past of ['2026-08-31', '2020-01-01', '2026-08-31T10:20:30.400567Z', '0d', '0000-01-01']) {
    it(`rejects the past date ${past}`, () => {
      assert.throws(() => parseExpiry(past, now), {
        code: 'invalid',
        message: `--expires must be in the future (it is "${past}").`,
      });
    });
  }

  for (const nonsense of [
    '',
    'soon',
    '30',
    '-1d',
    '1.5d',
    '30 d',
    '1D',
    '9999y',
    '999999y',
    '1234567h',
    '2027-02-30',
    '2027-02-29',
    '2027-13-01',
    '2027-1-1',
    '27-01-01',
    '31.01.2027',
    '2027-01-31T25:00',
    '2027-01-31T12:60',
    '2027-01-31T12:30+99:00',
    '2027-01-31Z',
    '1893456000',
    '10000-01-01',
  ]) {
    it(`rejects "${nonsense}"`, () => {
      assert.throws(() => parseExpiry(nonsense, now), { code: 'invalid', message: /^--expires must be a day / });
    });
  }
});
