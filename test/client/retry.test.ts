// Which requests the client retries, how often and with which delays, and which it never retries.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createFingerpost, type Fingerpost, FingerpostError, type Settings } from '../../clients/typescript/index.ts';
import {
  answer,
  breakOff,
  hangUp,
  type Loopback,
  refused,
  type Step,
  silence,
  startLoopback,
  success,
} from './loopback.ts';

const fields = { name: 'Shop', type: 'quora', pixel_id: 'q-1' } as const;
const saved = { id: 7, message: 'The pixel was saved.' };
const unavailable = refused(503, 'unavailable', { 'retry-after': '1' });

/** A client that does not really wait, and the delays that it requested. */
function patient({ url }: Loopback, settings: Partial<Settings> = {}) {
  const waits: number[] = [];
  const sleep = async (milliseconds: number) => void waits.push(milliseconds);
  return { waits, fingerpost: createFingerpost({ url, key: 'fp_key', sleep, ...settings }) };
}

function assertBetween(value: number | undefined, least: number, most: number): void {
  assert.ok(value !== undefined && value >= least && value <= most, `${value} is not between ${least} and ${most}`);
}

describe('A client that gets 429 or 503', () => {
  it('waits for Retry-After in seconds, then succeeds', async (t) => {
    const busy = refused(429, 'rate_limited', { 'retry-after': '7' });
    const loopback = await startLoopback(t, busy, unavailable, success('done'));
    const { fingerpost, waits } = patient(loopback);
    assert.equal(await fingerpost.user.get(), 'done');
    assert.equal(loopback.received.length, 3);
    assertBetween(waits[0], 7_000, 7_250);
    assertBetween(waits[1], 1_000, 1_500);
  });

  it('waits until the date in Retry-After', async (t) => {
    const inFiftySeconds = new Date(Date.now() + 50_000).toUTCString();
    const loopback = await startLoopback(
      t,
      refused(503, 'unavailable', { 'retry-after': inFiftySeconds }),
      success('done'),
    );
    const { fingerpost, waits } = patient(loopback);
    assert.equal(await fingerpost.user.get(), 'done');
    assertBetween(waits[0], 20_000, 50_250);
  });

  it('backs off exponentially without Retry-After, and gives up after its attempts', async (t) => {
    const loopback = await startLoopback(t, ...Array.from({ length: 9 }, () => refused(503, 'unavailable')));
    const { fingerpost, waits } = patient(loopback, { attempts: 8 });
    await assert.rejects(fingerpost.user.get(), { name: 'FingerpostError', code: 'unavailable', status: 503 });
    assert.equal(loopback.received.length, 8);
    assert.equal(waits.length, 7);
    for (const [index, longest] of [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000].entries()) {
      assertBetween(waits[index], longest / 2, longest);
    }
  });

  it('makes five attempts by default, and one if configured', async (t) => {
    const always = () => startLoopback(t, ...Array.from({ length: 9 }, () => unavailable));
    const usual = await always();
    await assert.rejects(patient(usual).fingerpost.user.get());
    assert.equal(usual.received.length, 5);
    const single = await always();
    await assert.rejects(patient(single, { attempts: 1 }).fingerpost.user.get());
    assert.equal(single.received.length, 1);
  });

  it('fails at once if Retry-After exceeds the maximum wait, and reports it', async (t) => {
    const loopback = await startLoopback(t, refused(503, 'unavailable', { 'retry-after': '61' }), success('done'));
    const { fingerpost, waits } = patient(loopback);
    await assert.rejects(fingerpost.user.get(), { code: 'unavailable', retryAfter: 61 });
    assert.deepEqual(waits, []);
    assert.equal(loopback.received.length, 1);
  });

  for (const status of [400, 401, 403, 404, 408, 413, 422, 500]) {
    it(`does not retry a ${status}`, async (t) => {
      const loopback = await startLoopback(t, refused(status, 'internal'), success('done'));
      await assert.rejects(patient(loopback).fingerpost.user.get(), { status });
      assert.equal(loopback.received.length, 1);
    });
  }
});

describe('A read', () => {
  for (const [what, step] of Object.entries({
    'a proxy without a service behind it': answer(502, '<h1>Bad gateway</h1>'),
    'a proxy that waited in vain': answer(504, '<h1>Gateway timeout</h1>'),
    'a connection that was lost': hangUp,
    'an answer that broke off': breakOff,
  })) {
    it(`is retried after ${what}`, async (t) => {
      const loopback = await startLoopback(t, step, success('done'));
      assert.equal(await patient(loopback).fingerpost.user.get(), 'done');
      assert.equal(loopback.received.length, 2);
    });
  }

  it('is retried after a timeout', async (t) => {
    // On a busy machine the second attempt may time out as well.
    const loopback = await startLoopback(t, silence, ...Array.from({ length: 8 }, () => success('done')));
    const { fingerpost, waits } = patient(loopback, { timeout: 300, attempts: 9 });
    assert.equal(await fingerpost.user.get(), 'done');
    assert.ok(waits.length > 0);
  });
});

describe('A creation', () => {
  it('has the same Idempotency-Key in all attempts, and a new one per creation', async (t) => {
    const loopback = await startLoopback(t, unavailable, hangUp, breakOff, success(saved), success(saved));
    const { fingerpost } = patient(loopback);
    assert.deepEqual(await fingerpost.pixels.create(fields), saved);
    await fingerpost.pixels.create(fields);
    const keys = loopback.received.map(({ headers }) => headers['idempotency-key'] as string);
    for (const key of keys) assert.match(key, /^[\x21-\x7e]{16,255}$/);
    assert.deepEqual(keys.slice(0, 4), Array(4).fill(keys[0]));
    assert.notEqual(keys[4], keys[0]);
    assert.deepEqual(new Set(loopback.received.map(({ body }) => body)), new Set([JSON.stringify(fields)]));
  });

  it('uses the caller’s own Idempotency-Key', async (t) => {
    const loopback = await startLoopback(t, success(saved));
    await patient(loopback).fingerpost.pixels.create(fields, { idempotencyKey: 'order-1' });
    assert.equal(loopback.received[0]!.headers['idempotency-key'], 'order-1');
  });
});

describe('A change that is not idempotent', () => {
  for (const [what, step] of Object.entries({
    'a 503': unavailable,
    'a 502': answer(502, '<h1>Bad gateway</h1>'),
    'a lost connection': hangUp,
  })) {
    it(`is not retried after ${what}`, async (t) => {
      for (const change of ['edit', 'delete'] as const) {
        const loopback = await startLoopback(t, step, success('done'));
        const { fingerpost, waits } = patient(loopback);
        await assert.rejects(fingerpost.pixels[change](7, {}), FingerpostError);
        assert.equal(loopback.received.length, 1);
        assert.equal(loopback.received[0]!.headers['idempotency-key'], undefined);
        assert.deepEqual(waits, []);
      }
    });
  }

  it('is not retried after a timeout', async (t) => {
    const loopback = await startLoopback(t, silence, success('done'));
    const { fingerpost, waits } = patient(loopback, { timeout: 100 });
    await assert.rejects(fingerpost.pixels.delete(7), { code: 'timed_out' });
    assert.deepEqual(waits, []);
    assert.ok(loopback.received.length <= 1);
  });

  it('is retried after a 429, which means that nothing was done', async (t) => {
    const loopback = await startLoopback(t, refused(429, 'rate_limited', { 'retry-after': '1' }), success(saved));
    assert.deepEqual(await patient(loopback).fingerpost.pixels.edit(7, { name: 'New' }), saved);
    assert.equal(loopback.received.length, 2);
  });
});

describe('A signal', () => {
  const aborted = new Error('The person closed the window.');

  type Ask = (client: Fingerpost, signal: AbortSignal) => Promise<unknown>;

  async function abortedAfter(t: TestContext, step: Step, ask: Ask) {
    const controller = new AbortController();
    const stepThenAbort: Step = (response) => {
      step(response);
      setTimeout(() => controller.abort(aborted), 50);
    };
    const loopback = await startLoopback(t, stepThenAbort, success('done'));
    const fingerpost = createFingerpost({ url: loopback.url, key: 'fp_key' });
    await assert.rejects(ask(fingerpost, controller.signal), (error) => error === aborted);
    assert.equal(loopback.received.length, 1);
  }

  it('aborts a read in flight with its reason', (t) =>
    abortedAfter(t, silence, ({ user }, signal) => user.get({ signal })));

  it('aborts a change in flight', (t) =>
    abortedAfter(t, silence, ({ pixels }, signal) => pixels.edit(7, {}, { signal })));

  it('aborts the wait between two attempts', (t) =>
    abortedAfter(t, refused(503, 'unavailable', { 'retry-after': '30' }), ({ user }, signal) => user.get({ signal })));

  it('that is already aborted sends nothing', async (t) => {
    const loopback = await startLoopback(t, success('done'));
    const { fingerpost } = patient(loopback);
    await assert.rejects(fingerpost.user.get({ signal: AbortSignal.abort(aborted) }), (error) => error === aborted);
    assert.equal(loopback.received.length, 0);
  });

  it('aborts an iteration over pages', async (t) => {
    const meta = { next_page_url: 'http://other.example/?page=2' };
    const loopback = await startLoopback(t, success([1, 2], meta), silence);
    const controller = new AbortController();
    const listed: unknown[] = [];
    const walk = async () => {
      for await (const pixel of patient(loopback).fingerpost.pixels.each({}, { signal: controller.signal })) {
        listed.push(pixel);
        if (listed.length === 2) setTimeout(() => controller.abort(aborted), 50);
      }
    };
    await assert.rejects(walk, (error) => error === aborted);
    assert.deepEqual(listed, [1, 2]);
  });
});
