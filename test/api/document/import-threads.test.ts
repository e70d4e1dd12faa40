// What a page that is brought in may cost everybody else: nobody's turn, and only so much memory.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, openApi } from '../../support/api.ts';
import { engines } from '../../support/engines.ts';

describe('A page on its way in', () => {
  let api: Api;
  let ada: Account;
  before(async () => {
    // SQLite's checkpoints have a thread of their own, which would be counted.
    api = await openApi(engines.find(({ name }) => name === 'postgres')!);
    ada = await api.account('ada');
  });
  after(() => api.close());

  const importing = (json: object) => api.call('POST /page/import', { key: ada.key, json: { dry_run: true, ...json } });

  it('is read in a thread of its own where it is long, with the same words for what is wrong', async () => {
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
        assert.deepEqual(body.errors, { text: ['There is nothing in it that could be brought along.'] });
        assert.equal(threads, expected);
      }
    } finally {
      process.off('worker', count);
    }
  });

  it('comes out the same however long it is', async () => {
    const lines = ['# Mine', 'Home https://example.com/'];
    const [short, long] = [lines, [...lines, ...Array(200_000).fill('')]].map((all) => all.join('\n'));
    const [one, other] = [await importing({ text: short }), await importing({ text: long })];
    assert.equal(one.status, 200, one.text);
    assert.equal(one.body.response.summary.add, 1);
    assert.deepEqual(other.body, one.body);
  });

  it('holds only so many values, whatever stands in its texts', async () => {
    const empty = Array(300_000).fill([]);
    const { status, body } = await importing({ document: { version: 1, x: empty } });
    assert.deepEqual([status, body.response], [413, 'The body may hold at most 500000 values.']);
    const bio = `${'\\",[{'.repeat(200_000)}`;
    const { body: long } = await importing({ document: { version: 1, profile: { bio } } });
    assert.deepEqual(Object.keys(long.errors), ['document.profile.bio']);
  });

  it('is one of a few of its account, and leaves its place to the next', async () => {
    const document = { version: 1, profile: { bio: 'Hello' } };
    for (const _ of [1, 2]) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => importing({ document })));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 503, 503]);
    }
  });
});
