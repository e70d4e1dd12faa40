// Text from outside is parsed in linear time: four times as much of the worst text takes at most six times as long. Each
// parser is fed with repeated pieces, with and without a beginning and an end that keep it from a match.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Parse, subjects } from './outside-text.ts';

/** What any parser may stumble over. */
const pieces = [
  ...['a', 'A1', ' ', '\t', '\n', '\r\n', 'a ', 'a\n', '-', '_-', '.', 'a.', 'www.', '/', '//', 'a/'],
  ...['../', '?', '&', 'a&', 'a=b&', '=', ';', '; ', ',', ', ', ';q=', 'a;q=1,', ':', '@', 'a@', '"', '""'],
  ...['\\', '\\"', "'", '`', '(', ')', '()', '[', '](', '[a](', '*', '**a', '_a ', '> ', '- a\n', '1. a\n'],
  ...['# ', '|', '<', '<a', '<a ', '<a>', '</a>', '<!--', '<script>', '{', '{}', '[]', '[[', '{"a":'],
  ...['"a",', '%', '%41', '%2e%2e/', '+', '0', '1:', '0.0.0.0,', '::', 'U+', '\u0301\u0316'],
  ...['\u{1f468}\u200d', '\u{1f1e6}', 'ß', 'é', 'עא', '\0', '--b\r\n', 'https://', 'https://a.example '],
  ...['javascript:', 'fp_', '~1', 'Mozilla/5.0 (', 'Version/1 ', 'bytes=0-1,', 'W/"a",'],
];

const LONGEST = 8 * 1024;
const MAX_GROWTH = 6;
/** Less does not matter: at this length, quadratic time is far more. */
const FLOOR_MS = 20;
const ATTEMPTS = 5;
/** Some systems count processor time in steps of ten milliseconds. */
const MEASURED_MS = 50;

function tried(parse: Parse, text: string): void {
  try {
    parse(text);
  } catch {
    // A refusal is an answer.
  }
}

/** Milliseconds of processor time of this thread for one text: other processes do not count. */
function costOf(parse: Parse, text: string, atLeast: number): number {
  const before = process.threadCpuUsage();
  for (let count = 1; ; count += 1) {
    tried(parse, text);
    const { user, system } = process.threadCpuUsage(before);
    const spent = (user + system) / 1000;
    if (spent >= atLeast) return spent / count;
  }
}

/** How many times as long four times the text takes, in the best of several attempts. */
function growth(parse: Parse, make: (length: number) => string, longest: number): number {
  const [small, large] = [make(longest / 4), make(longest)];
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least > MAX_GROWTH; attempt += 1) {
    if (costOf(parse, large, 0) < FLOOR_MS) return 1;
    least = Math.min(least, costOf(parse, large, MEASURED_MS) / costOf(parse, small, MEASURED_MS));
  }
  return least;
}

describe('Text from outside', () => {
  for (const [name, { parse, starts = [''], ends = ['!'], longest = LONGEST }] of Object.entries(subjects)) {
    it(`is parsed in linear time: ${name}`, () => {
      const slow: string[] = [];
      for (const start of starts) {
        for (const piece of pieces) {
          for (const end of ends) {
            const make = (length: number) => start + piece.repeat(Math.ceil(length / piece.length)) + end;
            const times = growth(parse, make, longest);
            if (times > MAX_GROWTH) slow.push(`${JSON.stringify([start, piece, end])}: ${times.toFixed(1)} ×`);
          }
        }
      }
      assert.deepEqual(slow, []);
    });
  }
});
