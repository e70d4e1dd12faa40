// A part of the patterns of text. Tools compile the patterns of the OpenAPI document with and without the `u` flag, and
// both have to accept the same texts. So there is no `\p{…}`, which needs the flag, and a character outside the Basic
// Multilingual Plane is also described as its two halves, which it consists of without the flag.

const CONTROLS = '\\x00-\\x1f\\x7f-\\x9f';
const SURROGATES = '\\ud800-\\udfff';
const PAIR = '[\\ud800-\\udbff][\\udc00-\\udfff]';

/** One character: no control character, no lone surrogate and none of `excluded`, written as in a character class. */
export function character(excluded = ''): string {
  return `(?:[^${excluded}${CONTROLS}${SURROGATES}]|${PAIR})`;
}
