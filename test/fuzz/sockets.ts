// Bytes on a raw connection. Whatever they are, the server answers in the documented shape or closes the connection; it
// never fails, never hangs, and keeps running.
import assert from 'node:assert/strict';
import fc, { type Arbitrary } from 'fast-check';
import { assertDocumented } from '../support/openapi.ts';
import { exchange, type WireAnswer } from './wire.ts';
import { type WireCase, wireCases } from './wire-cases.ts';

const SIDE_BY_SIDE = 16;

export async function assertCase(
  port: number,
  { what, bytes, statuses, mayLose, ...options }: WireCase,
): Promise<void> {
  const answers = await exchange(port, Buffer.from(bytes, 'latin1'), options);
  const given = answers.slice(mayLose ? -statuses.length : 0).map(({ status }) => status);
  const isExpected =
    given.length === statuses.length && given.every((status, index) => [statuses[index]].flat().includes(status));
  assert.ok(isExpected, `${what}: ${JSON.stringify(answers).slice(0, 1000)}`);
  for (const answer of answers) assertInShape(answer);
}

function assertInShape({ status, text }: WireAnswer): void {
  assert.ok(status < 500, `${status} ${text.slice(0, 500)}`);
  // Damage may turn the path into one that answers with HTML.
  if (text === '' || (status >= 300 && text.startsWith('<!doctype html>'))) return;
  const body: unknown = JSON.parse(text);
  if (status >= 300) assertDocumented('GET', '/nothing', { status, text, body });
}

/** Requests with bytes changed, removed, inserted or cut off. */
function damagedRequests(key: string): Arbitrary<Buffer> {
  const sound = wireCases(key)
    .filter(({ statuses, bytes }) => statuses[0] === 200 && bytes.length < 5000)
    .map(({ bytes }) => Buffer.from(bytes, 'latin1'));
  const noise = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 5 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        '\r\n',
        '\r\n\r\n',
        '\0',
        ' ',
        ':',
        '%',
        '\xff',
        '0\r\n\r\n',
        'Content-Length: 5\r\n',
        'Transfer-Encoding: chunked\r\n',
      )
      .map((text) => Buffer.from(text, 'latin1')),
  );
  const damage = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), lost: fc.nat(4), noise });
  return fc
    .tuple(fc.constantFrom(...sound), fc.array(damage, { minLength: 1, maxLength: 4 }), fc.boolean())
    .map(([whole, damages, cutOff]) => {
      const damaged = damages.reduce((bytes, { at, lost, noise: put }) => {
        const offset = Math.floor(at * bytes.length);
        return Buffer.concat([bytes.subarray(0, offset), put, bytes.subarray(offset + lost)]);
      }, whole);
      return cutOff ? damaged.subarray(0, Math.floor(damages[0]!.at * damaged.length)) : damaged;
    });
}

export interface DamageReport {
  failure: string | undefined;
}

/** Sends damaged requests, some concurrently. */
export async function fuzzSockets(
  port: number,
  key: string,
  { requests, seed }: { requests: number; seed: number },
): Promise<DamageReport> {
  const some = fc.array(damagedRequests(key), { minLength: 1, maxLength: SIDE_BY_SIDE, size: 'max' });
  const property = fc.asyncProperty(some, async (damaged) => {
    const exchanged = await Promise.all(damaged.map((bytes) => exchange(port, bytes, { halfClose: true })));
    for (const answer of exchanged.flat()) assertInShape(answer);
  });
  const run = await fc.check(property, { numRuns: Math.ceil(requests / (SIDE_BY_SIDE / 2)), seed });
  if (!run.failed) return { failure: undefined };
  const bytes = run.counterexample?.[0].map((one) => JSON.stringify(one.toString('latin1')));
  return { failure: `${bytes?.join('\n')}\n${(run.errorInstance as Error | undefined)?.stack}` };
}
