// The client's async iterator over server-sent events: it reconnects, and continues where it was.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createFingerpost, FingerpostError } from '../../clients/typescript/index.ts';
import { refused, type Step, startLoopback } from './loopback.ts';

const departure = (number: number) =>
  `id: 1-${number}\nevent: departure\ndata: {"visitor":"v${number}","at":"2026-11-15T09:30:00.000000Z"}\n\n`;

/** Sends the parts one by one, and ends the response unless told otherwise. */
function events(parts: readonly (string | Buffer)[], ends = true): Step {
  return async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    for (const part of parts) {
      response.write(part);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    if (ends) response.end();
  };
}

async function clientOf(t: TestContext, ...steps: Step[]) {
  const loopback = await startLoopback(t, ...steps);
  const waits: number[] = [];
  const sleep = async (milliseconds: number) => void waits.push(milliseconds);
  return { ...loopback, waits, fingerpost: createFingerpost({ url: loopback.url, key: 'fp_key', sleep }) };
}

describe('A stream of the client', () => {
  it('gives messages however they are cut, and ignores comments', async (t) => {
    const bytes = Buffer.from('retry: 50\n\n:\n\nid: 1-1\nevent: arrival\ndata: {"city":"Köln"}\n\n');
    const parts = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
    const { fingerpost, received } = await clientOf(t, events(parts, false));
    for await (const message of fingerpost.analytics.streamLiveVisitors()) {
      assert.deepEqual(message, { id: '1-1', event: 'arrival', data: { city: 'Köln' } });
      break;
    }
    assert.equal(received[0]!.headers.accept, 'text/event-stream');
    assert.equal(received[0]!.headers['last-event-id'], undefined);
  });

  it('connects again with the last id, after the time that the service asks for', async (t) => {
    const unavailable = refused(503, 'unavailable', { 'retry-after': '1' });
    const { fingerpost, received, waits } = await clientOf(
      t,
      events([departure(7), departure(8), 'retry: 1234\n\n']),
      unavailable,
      events([departure(9)], false),
    );
    const ids = [];
    for await (const { id } of fingerpost.analytics.streamLiveVisitors({ lastEventId: '1-6' })) {
      ids.push(id);
      if (ids.length === 3) break;
    }
    assert.deepEqual(ids, ['1-7', '1-8', '1-9']);
    assert.deepEqual(
      received.map(({ headers }) => headers['last-event-id']),
      ['1-6', '1-8', '1-8'],
    );
    assert.equal(waits[0], 1234);
  });

  it('fails when the key is revoked', async (t) => {
    const { fingerpost } = await clientOf(t, events([departure(7)]), refused(401, 'unauthenticated'));
    const stream = fingerpost.analytics.streamLiveVisitors();
    assert.equal((await stream.next()).value?.id, '1-7');
    await assert.rejects(
      () => stream.next(),
      (error) => error instanceof FingerpostError && error.code === 'unauthenticated',
    );
  });

  it('ends with its signal', async (t) => {
    const { fingerpost } = await clientOf(t, events([departure(7)], false));
    const controller = new AbortController();
    const stream = fingerpost.analytics.streamLiveVisitors({ signal: controller.signal });
    await stream.next();
    const next = stream.next();
    controller.abort(new Error('enough'));
    await assert.rejects(() => next, /enough/);
  });
});
