// The response cache: concurrent misses run the handler once (single-flight), and a change invalidates the response.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import Fastify from 'fastify';
import { ApiError } from '../../../contract/errors.ts';
import { errorsPlugin } from '../../../server/http/plugins/errors.ts';
import { responseCachePlugin } from '../../../server/http/plugins/response-cache.ts';
import { createResponseCache } from '../../../server/http/response-store.ts';
import type { Services } from '../../../server/http/services.ts';
import { createFreshness } from '../../../server/storage/changes.ts';

/** A route whose handler answers when the test calls `answer` or `fail`. */
async function openCache(t: TestContext) {
  const freshness = createFreshness();
  const calls: { answer(text: string): void; fail(error: Error): void }[] = [];
  const parts = { config: { publicUrl: 'https://links.example' }, store: { freshness }, clock: () => 0 };
  const answers = createResponseCache(parts as unknown as Services);
  const app = Fastify();
  t.after(() => app.close());
  app.addHook('onRequest', async (request) => {
    request.caller = { accountId: Number(request.headers['x-account'] ?? 1) } as typeof request.caller;
  });
  await app.register(errorsPlugin, { isUnavailable: () => false });
  await app.register(responseCachePlugin, { ...parts, answers } as unknown as Services);
  app.get('/thing', { config: { cache: 'account' } }, () => {
    return new Promise((resolve, reject) => {
      calls.push({ answer: (text) => resolve({ text }), fail: reject });
    });
  });
  await app.ready();

  /** Resolves once the request has reached the handler or waits for another request's response. */
  async function ask(account = 1) {
    const sent = app.inject({ url: '/thing', headers: { 'x-account': String(account) } });
    const response = sent.then(({ statusCode, body, headers }) => ({ statusCode, body, etag: headers.etag }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    return { response };
  }
  return { ask, calls, freshness, figures: answers.figures };
}

describe('The response cache', () => {
  it('runs the handler once for concurrent requests', async (t) => {
    const { ask, calls, figures } = await openCache(t);
    const requests = [await ask(), await ask(), await ask()];
    assert.equal(calls.length, 1);
    calls[0]!.answer('one');
    const answers = await Promise.all(requests.map(({ response }) => response));
    for (const answer of answers) {
      assert.deepEqual(answer, { statusCode: 200, body: '{"text":"one"}', etag: answers[0]!.etag });
    }
    assert.match(answers[0]!.etag!, /^".+"$/);
    assert.deepEqual([figures().hits, figures().misses], [2, 1]);
    assert.equal((await (await ask()).response).body, '{"text":"one"}');
    assert.equal(calls.length, 1);
  });

  it('is separate for each account', async (t) => {
    const { ask, calls } = await openCache(t);
    const [mine, other] = [await ask(1), await ask(2)];
    assert.equal(calls.length, 2);
    calls[1]!.answer('theirs');
    calls[0]!.answer('mine');
    assert.equal((await mine.response).body, '{"text":"mine"}');
    assert.equal((await other.response).body, '{"text":"theirs"}');
  });

  it('runs the handler again after a change, even while the previous call is in flight', async (t) => {
    const { ask, calls, freshness } = await openCache(t);
    const before = await ask();
    freshness.changed({ topic: 'account', accountIds: [1] });
    const [after, alike] = [await ask(), await ask()];
    assert.equal(calls.length, 2);
    calls[0]!.answer('old');
    assert.equal((await before.response).body, '{"text":"old"}');
    calls[1]!.answer('new');
    assert.equal((await after.response).body, '{"text":"new"}');
    assert.equal((await alike.response).body, '{"text":"new"}');
    assert.equal((await (await ask()).response).body, '{"text":"new"}');
    assert.equal(calls.length, 2);
  });

  it('retries every waiting request at once when the handler fails', async (t) => {
    const { ask, calls } = await openCache(t);
    const [first, second, third] = [await ask(), await ask(), await ask()];
    calls[0]!.fail(new ApiError('unavailable'));
    assert.equal((await first.response).statusCode, 503);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(calls.length, 3);
    calls[1]!.answer('two');
    calls[2]!.fail(new ApiError('unavailable'));
    assert.equal((await second.response).body, '{"text":"two"}');
    assert.equal((await third.response).statusCode, 503);
  });
});
