// The memory of a large body is freed as soon as it is parsed or dropped. If it were left to the garbage collector, many
// large bodies would make it stop all requests again and again.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { after, before, describe, it } from 'node:test';
import { freeBytes } from '../../../server/http/wire/request-body.ts';
import { type Account, type Api, openApi } from '../../support/api.ts';
import { engines } from '../../support/engines.ts';

const MIB = 1024 * 1024;
const BODIES = 40;
/** Two of the largest bodies, each once in the pieces that arrive and once as a whole. */
const MAX_BYTES = 4 * MIB;

describe('The memory of large bodies', () => {
  let api: Api;
  let ada: Account;
  let port: number;
  before(async () => {
    api = await openApi(engines[0]!);
    ada = await api.account('ada');
    port = Number(new URL(await api.app.listen({ host: '127.0.0.1', port: 0 })).port);
  });
  after(() => api.close());

  async function post(path: string, headers: http.OutgoingHttpHeaders, body: Buffer): Promise<number> {
    const all = { ...headers, 'content-length': body.length };
    const request = http.request({ port, host: '127.0.0.1', path, method: 'POST', headers: all, agent: false });
    const answered = once(request, 'response');
    request.end(body);
    const [response] = (await answered) as [http.IncomingMessage];
    await once(response.resume(), 'end');
    return response.statusCode!;
  }

  /** The most memory that was in use for Buffers after a response, without what was in use before. */
  async function memoryOf(send: () => Promise<number>, expected: number): Promise<number> {
    const start = process.memoryUsage().arrayBuffers;
    let most = 0;
    for (let count = 0; count < BODIES; count += 1) {
      assert.equal(await send(), expected);
      most = Math.max(most, process.memoryUsage().arrayBuffers - start);
    }
    return most;
  }

  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  const cases: [what: string, path: string, headers: () => http.OutgoingHttpHeaders, body: Buffer, status: number][] = [
    ['a form that is refused once it is read', '/api/v1/pixels', authorized, Buffer.from('a&'.repeat(MIB / 2)), 413],
    ['a form that is parsed', '/api/v1/pixels', authorized, Buffer.from(`name=${'x'.repeat(MIB - 5)}`), 422],
    ['a body that is too large', '/api/v1/pixels', authorized, Buffer.alloc(2 * MIB, 'a'), 413],
    ['a body that nobody reads', '/api/v1/pixels', () => form, Buffer.alloc(MIB, 'a'), 401],
  ];

  function authorized(): http.OutgoingHttpHeaders {
    return { ...form, authorization: `Bearer ${ada.key}` };
  }

  for (const [what, path, headers, body, status] of cases) {
    it(`is free again after ${what}`, async () => {
      const bytes = await memoryOf(() => post(path, headers(), body), status);
      assert.ok(bytes <= MAX_BYTES, `${Math.round(bytes / MIB)} MiB`);
    });
  }

  it('is not freed if other bytes are in it', () => {
    const [large, small] = [Buffer.alloc(MIB), Buffer.from('small')];
    const part = large.subarray(0, MIB / 2);
    freeBytes(part);
    freeBytes(small);
    assert.deepEqual([part.length, large.length, small.toString()], [MIB / 2, MIB, 'small']);
    freeBytes(large);
    assert.equal(large.length, 0);
  });
});
