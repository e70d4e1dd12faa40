// Requests that no HTTP client would send, and the expected answers.
import type { Exchange } from './wire.ts';

export interface WireCase extends Exchange {
  what: string;
  bytes: string;
  /** In the order of the answers; a list means one of them. Empty: the connection is closed without an answer. */
  statuses: (number | number[])[];
  /** An error may overtake an answer that is still being sent. */
  mayLose?: boolean;
}

const USER = 'GET /api/v1/user HTTP/1.1\r\n';
const PIXEL = '{"name":"Raw","type":"quora","pixel_id":"1"}';

export function wireCases(key: string): WireCase[] {
  const authorized = `Host: here\r\nAuthorization: Bearer ${key}\r\n`;
  const user = `${USER}${authorized}\r\n`;
  const post = `POST /api/v1/pixels HTTP/1.1\r\n${authorized}Content-Type: application/json\r\n`;
  const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`;
  const chunk = `${PIXEL.length.toString(16)}\r\n${PIXEL}\r\n`;
  const whole = `${post}Content-Length: ${PIXEL.length}\r\n\r\n${PIXEL}`;
  const ofLength = (length: string) => `${post}Content-Length: ${length}\r\n\r\n${PIXEL}`;

  const refused: [string, string][] = [
    ['bytes that are not HTTP', 'hello\r\n\r\n'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['an HTTP/2 greeting', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a request line of one word', 'GET\r\n\r\n'],
    ['bytes beyond ASCII in the URL', `GET /api/v1/pixels/\xff HTTP/1.1\r\n${authorized}\r\n`],
    ['an unknown version', `GET /api/v1/user HTTP/9.9\r\n${authorized}\r\n`],
    ['a method in lower case', `get /api/v1/user HTTP/1.1\r\n${authorized}\r\n`],
    ['an unknown method', `BREW /api/v1/user HTTP/1.1\r\n${authorized}\r\n`],
    ['a NUL in the URL', `GET /api/v1/\0user HTTP/1.1\r\n${authorized}\r\n`],
    ['a space in the URL', `GET /api/v1/us er HTTP/1.1\r\n${authorized}\r\n`],
    ['a header without a colon', `${USER}${authorized}broken\r\n\r\n`],
    ['a header without a name', `${USER}${authorized}: x\r\n\r\n`],
    ['a space in a header name', `${USER}${authorized}a b: c\r\n\r\n`],
    ['a NUL in a header', `${USER}${authorized}X: a\0b\r\n\r\n`],
    ['a lone carriage return in a header', `${USER}${authorized}X: a\rb\r\n\r\n`],
    ['a length that is not a number', ofLength('abc')],
    ['a negative length', ofLength('-1')],
    ['a length in hexadecimal', ofLength('0x10')],
    ['a length of twenty digits', ofLength('9'.repeat(30))],
    ['two lengths', ofLength(`5\r\nContent-Length: ${PIXEL.length}`)],
    ['a length and chunks', `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`],
    ['a transfer encoding that is not the last', `${post}Transfer-Encoding: chunked, gzip\r\n\r\n${chunk}0\r\n\r\n`],
    ['a chunk size that is not a number', `${chunked}zz\r\n${PIXEL}\r\n0\r\n\r\n`],
    ['a negative chunk size', `${chunked}-1\r\n${PIXEL}\r\n0\r\n\r\n`],
    ['an endless chunk size', `${chunked}${'f'.repeat(20)}\r\n${PIXEL}`],
    ['a chunk that is longer than it says', `${chunked}1\r\n${PIXEL}\r\n0\r\n\r\n`],
    ['a chunk extension without end', `${chunked}1;${'x'.repeat(40_000)}\r\n{\r\n0\r\n\r\n`],
  ];
  const taken: [string, string][] = [
    ['HTTP/1.1 without a host', `${USER}Authorization: Bearer ${key}\r\n\r\n`],
    ['HTTP/1.0 without a host', `GET /api/v1/user HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`],
    ['an unknown expectation', `${USER}${authorized}Expect: a miracle\r\n\r\n`],
    ['a protocol upgrade', `${USER}${authorized}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
    ['hundreds of headers', `${USER}${authorized}${'a: b\r\n'.repeat(500)}\r\n`],
    ['empty lines first', `\r\n\r\n${user}`],
    ['a body in chunks', `${chunked}${chunk}0\r\n\r\n`],
    ['a body in chunks with trailers', `${chunked}${chunk}0\r\nAuthorization: Bearer\r\n__proto__: x\r\n\r\n`],
    ['a body with Expect: 100-continue', whole.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n')],
  ];
  const long = 'x'.repeat(40_000);
  return [
    ...refused.map(([what, bytes]) => ({ what, bytes, statuses: [400], halfClose: true })),
    ...taken.map(([what, bytes]) => ({ what, bytes, statuses: [200], answers: 1 })),
    {
      what: 'a URL that is far too long',
      bytes: `GET /api/v1/${long} HTTP/1.1\r\n\r\n`,
      statuses: [[414, 431]],
      answers: 1,
    },
    {
      what: 'a URL that is too long',
      bytes: `GET /api/${long.slice(0, 9000)} HTTP/1.1\r\n\r\n`,
      statuses: [414],
      answers: 1,
    },
    { what: 'a header that is far too long', bytes: `${USER}X: ${long}\r\n\r\n`, statuses: [431], answers: 1 },
    {
      what: 'headers that are too long in total',
      bytes: `${USER}${`X: ${long.slice(0, 990)}\r\n`.repeat(40)}\r\n`,
      statuses: [431],
      answers: 1,
    },
    {
      what: 'a tunnel',
      bytes: 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
      statuses: [405],
      answers: 1,
    },
    { what: 'an asterisk as target', bytes: 'OPTIONS * HTTP/1.1\r\nHost: here\r\n\r\n', statuses: [404], answers: 1 },
    { what: 'a request line without a version', bytes: 'GET /api/v1/user\r\n\r\n', statuses: [401], answers: 1 },
    {
      what: 'a body too large, in chunks',
      bytes: `${chunked}${`10000\r\n${'x'.repeat(65_536)}\r\n`.repeat(20)}0\r\n\r\n`,
      statuses: [413],
      answers: 1,
    },
    { what: 'twenty requests at once', bytes: user.repeat(20), statuses: Array(20).fill(200), answers: 20 },
    { what: 'writes and reads at once', bytes: (whole + user).repeat(5), statuses: Array(10).fill(200), answers: 10 },
    {
      what: 'a request and then nonsense',
      bytes: `${user}\0\0\0\r\n\r\n`,
      statuses: [400],
      mayLose: true,
      halfClose: true,
    },
    {
      what: 'a longer body than announced',
      bytes: `${whole}}}}\r\n\r\n`,
      statuses: [400],
      mayLose: true,
      halfClose: true,
    },
    { what: 'one byte at a time', bytes: whole, statuses: [200], answers: 1, pieces: whole.length },
    { what: 'a shorter body than announced', bytes: ofLength('4000'), statuses: [400], halfClose: true },
    { what: 'chunks without an end', bytes: `${chunked}${chunk}`, statuses: [400], halfClose: true },
    { what: 'headers without an end', bytes: `${USER}${authorized}`, statuses: [400], halfClose: true },
    { what: 'nothing', bytes: '', statuses: [], halfClose: true },
  ];
}
