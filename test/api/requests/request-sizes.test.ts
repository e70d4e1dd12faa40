// Requests that are small on the wire and large once parsed are rejected before parsing becomes expensive.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { createRateLimiter } from '../../../server/http/auth/rate-limiter.ts';
import { type Account, type Api, assertError, NOON, openApi } from '../../support/api.ts';
import { engines } from '../../support/engines.ts';

const MIB = 1024 * 1024;

describe('The size of a request', () => {
  let api: Api;
  let ada: Account;
  before(async () => {
    api = await openApi(engines[0]!);
    ada = await api.account('ada');
  });
  after(() => api.close());

  const post = (path: string, type: string, payload: string) =>
    api.call(`POST ${path}`, { key: ada.key, headers: { 'content-type': type }, payload });
  const json = (path: string, body: unknown) => api.call(`POST ${path}`, { key: ada.key, json: body });

  const inPieces = (...pieces: string[]) =>
    api.call('POST /blocks/reorder', {
      key: ada.key,
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      payload: Readable.from(pieces.map((piece) => Buffer.from(piece))),
    });

  it('is limited to 10,000 fields in a form', async () => {
    const form = 'application/x-www-form-urlencoded';
    const pixel = 'name=Shop&type=quora&pixel_id=1';
    for (const fields of ['a&'.repeat(MIB / 2), 'a=b&'.repeat(MIB / 4), '&'.repeat(MIB)]) {
      const answer = await post('/pixels', form, fields);
      assertError(answer, 413, 'too_large');
      assert.equal(answer.body.response, 'The form may have at most 10000 fields.');
    }
    assert.equal((await post('/pixels', form, `${'a&'.repeat(9997)}${pixel}`)).status, 200);
    assertError(await post('/pixels', form, `${'a&'.repeat(9998)}${pixel}`), 413, 'too_large');
  });

  it('is limited to 10,000 parts in a multipart form', async () => {
    const part = (name: string, value = '') => `--b\r\nContent-Disposition:form-data;name=${name}\r\n\r\n${value}\r\n`;
    const pixel = `${part('name', 'Shop')}${part('type', 'quora')}${part('pixel_id', '1')}--b--`;
    const type = 'multipart/form-data; boundary=b';
    assert.equal((await post('/pixels', type, part('a').repeat(9997) + pixel)).status, 200);
    const answer = await post('/pixels', type, part('a').repeat(9998) + pixel);
    assertError(answer, 413, 'too_large');
    assert.equal(answer.body.response, 'The form may have at most 10000 parts.');
  });

  it('is limited to 8 KiB for the headers of a part', async () => {
    const head = `Content-Disposition: form-data; name="a"; x="${'x'.repeat(8192)}"`;
    const answer = await post('/pixels', 'multipart/form-data; boundary=b', `--b\r\n${head}\r\n\r\nx\r\n--b--`);
    assertError(answer, 413, 'too_large');
  });

  it('reads a plus sign in a form as a space', async () => {
    const type = 'application/x-www-form-urlencoded';
    const { body } = await post('/pixels', type, 'name=The+%2b+Shop&type=quora&pixel_id=1');
    const pixel = await api.call(`GET /pixels/${body.response.id}`, { key: ada.key });
    assert.equal(pixel.body.response.name, 'The + Shop');
  });

  it('lists at most 20 errors of a list that is too long, and counts the rest', async () => {
    for (const count of [101, 40_000]) {
      const answer = await json('/blocks/reorder', { order: Array(count).fill('a') });
      assertError(answer, 422, 'invalid');
      assert.deepEqual(Object.keys(answer.body.errors), [
        'order',
        ...Array.from({ length: 19 }, (_, index) => `order.${index}`),
      ]);
      assert.deepEqual(answer.body.errors.order, ['The field order must be a list of at most 100 ids.']);
      assert.equal(
        answer.body.response,
        'The field order must be a list of at most 100 ids. 82 more errors are not listed.',
      );
    }
    assert.deepEqual(Object.keys((await json('/blocks/reorder', { order: Array(40_000).fill(1) })).body.errors), [
      'order',
    ]);
  });

  it('is limited to 50,000 values, which are counted before they are parsed', async () => {
    const many = [{ order: Array(260_000).fill('a') }, { order: Array(60_000).fill([]) }];
    for (const sent of many) {
      const answer = await json('/blocks/reorder', sent);
      assertError(answer, 413, 'too_large');
      assert.equal(answer.body.response, 'The body may hold at most 50000 values.');
    }
    const half = '"a",'.repeat(30_000);
    assertError(await inPieces('{"order":[', half, half, '"a"]}'), 413, 'too_large');
    // Signs in a text are not values, wherever it is divided.
    assertError(await inPieces('{"order":"', ','.repeat(60_000), '"}'), 422, 'invalid');
    assertError(await inPieces('{"order":"\\', `"${','.repeat(60_000)}`, '"}'), 422, 'invalid');
    const text = await json('/blocks/reorder', { order: ',[{'.repeat(30_000) });
    assertError(text, 422, 'invalid');
  });

  it('does not validate the items of a list that is too long', async () => {
    const items = (count: number) => Array.from({ length: count }, () => ({ captoin: 5, link: 5 }));
    const block = await json('/blocks', { block: 'links', items: items(101) });
    assertError(block, 422, 'invalid');
    assert.deepEqual(block.body.errors, { items: ['The field items must be a list of at most 100 items.'] });
    const document = { version: 1, blocks: [{ block: 'links', items: items(101) }] };
    const page = await json('/page/import', { document });
    assertError(page, 422, 'invalid');
    assert.deepEqual(page.body.errors, {
      'document.blocks.0.items': ['The field document.blocks.0.items must be a list of at most 100 items.'],
    });
  });

  it('lists at most 20 errors of any kind', async () => {
    const wrong = (count: number) => Array.from({ length: count }, () => ({ caption: 5 }));
    const items = Array.from({ length: 21 }, () => ({ link: 5 }));
    const block = await json('/blocks', { block: 'links', items });
    assert.equal(Object.keys(block.body.errors).length, 20);
    assert.match(block.body.response, /^The field items\.0\.link .*\. 1 more error is not listed\.$/);
    const few = await json('/blocks', { block: 'links', items: items.slice(1) });
    assert.equal(Object.keys(few.body.errors).length, 20);
    assert.doesNotMatch(few.body.response, /more error/);
    const document = { version: 1, blocks: [{ block: 'links', items: wrong(60) }] };
    const page = await json('/page/import', { document });
    assert.equal(Object.keys(page.body.errors).length, 20);
    assert.match(
      page.body.response,
      /^The field document\.blocks\.0\.items\.0\.caption .* 40 more errors are not listed\.$/,
    );
  });
});

describe('The rate limiter', () => {
  it('remembers an exhausted limit while many other keys send', async () => {
    const limiter = createRateLimiter(() => NOON);
    const exceeded = async () => (await limiter.count(1, 3)).exceeded;
    assert.deepEqual(
      [await exceeded(), await exceeded(), await exceeded(), await exceeded()],
      [false, false, false, true],
    );
    for (let key = 2; key < 120_000; key += 1) {
      limiter.count(key, 3);
      if (key % 10_000 === 0) assert.equal(await exceeded(), true);
    }
    assert.equal(await exceeded(), true);
    assert.equal((await limiter.count(119_000, 3)).remaining, 1);
  });
});
