// Large imports run in a thread, and are limited in memory and number, so that they do not slow down other requests.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, openApi } from '../../support/api.ts';
import { engines } from '../../support/engines.ts';

describe('The import of a page', () => {
  let api: Api;
  let ada: Account;
  before(async () => {
    // SQLite's checkpoint thread would be counted.
    api = await openApi(engines.find(({ name }) => name === 'postgres')!);
    ada = await api.account('ada');
  });
  after(() => api.close());

  const importing = (json: object) => api.call('POST /page/import', { key: ada.key, json: { dry_run: true, ...json } });

  it('validates a long document in a thread, with the same error messages', async () => {
    let threads = 0;
    const count = () => {
      threads += 1;
    };
    process.on('worker', count);
    try {
      for (const [length, expected] of [
        [1024, 0],
        [4 * 1024 * 1024, 1],
      ] as const) {
        const { status, body } = await importing({ format: 'linktree', text: '<'.repeat(length) });
        assert.equal(status, 422);
        assert.deepEqual(body.errors, { text: ['There is nothing in it to import.'] });
        assert.equal(threads, expected);
      }
    } finally {
      process.off('worker', count);
    }
  });

  it('gives the same result for short and long documents', async () => {
    const lines = ['# Mine', 'Home https://example.com/'];
    const [short, long] = [lines, [...lines, ...Array(200_000).fill('')]].map((all) => all.join('\n'));
    const [one, other] = [await importing({ text: short }), await importing({ text: long })];
    assert.equal(one.status, 200, one.text);
    assert.equal(one.body.response.summary.add, 1);
    assert.deepEqual(other.body, one.body);
  });

  it('limits the number of values in a document', async () => {
    const empty = Array(300_000).fill([]);
    const { status, body } = await importing({ document: { version: 1, x: empty } });
    assert.deepEqual([status, body.response], [413, 'The body may hold at most 500000 values.']);
    const bio = `${'\\",[{'.repeat(200_000)}`;
    const { body: long } = await importing({ document: { version: 1, profile: { bio } } });
    assert.deepEqual(Object.keys(long.errors), ['document.profile.bio']);
  });

  it('limits concurrent imports per account', async () => {
    const document = { version: 1, profile: { bio: 'Hello' } };
    for (const _ of [1, 2]) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => importing({ document })));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 503, 503]);
    }
  });
});
