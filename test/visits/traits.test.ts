// Traits of a visit (referrer, language, campaign, app), read from arbitrary requests.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Store } from '../../server/storage/store.ts';
import type { Dimension } from '../../server/storage/visits/visits.ts';
import { rollUp } from '../../server/visits/count/roll-up.ts';
import { viewsReport } from '../../server/visits/read/report.ts';
import { type Circumstances, traitsOf } from '../../server/visits/record/traits.ts';
import { engines } from '../support/engines.ts';
import { chromeOnWindows, event, plain, setting } from './setting.ts';

const chrome = { browser: 'Chrome', os: 'Windows', device: 'Computer' } as const;
const readTraits = (circumstances: Partial<Circumstances>) => {
  const none = {
    referrer: undefined,
    languages: undefined,
    query: '',
    host: 'links.example',
    pagesHost: 'pages.example',
  };
  const { device, ...traits } = traitsOf(chrome, { ...none, ...circumstances });
  assert.equal(device, 'Computer');
  return traits;
};

describe('traits of a visit', () => {
  for (const [referrer, expected] of [
    ['https://www.example.com/a?b=c', { referrer: 'example.com' }],
    ['http://EXAMPLE.com:8080/', { referrer: 'example.com' }],
    ['https://www.com/', { referrer: 'www.com' }],
    ['https://müller.example/', { referrer: 'xn--mller-kva.example' }],
    ['https://links.example/ada', {}],
    ['https://l.instagram.com/?u=https%3A%2F%2Flinks.example', { referrer: 'instagram.com' }],
    ['https://l.facebook.com/', { referrer: 'facebook.com' }],
    ['https://lm.facebook.com/l.php', { referrer: 'facebook.com' }],
    ['https://m.facebook.com/', { referrer: 'facebook.com' }],
    ['https://t.co/abc', { referrer: 'x.com' }],
    ['https://out.reddit.com/', { referrer: 'reddit.com' }],
    ['https://old.reddit.com/r/links', { referrer: 'reddit.com' }],
    ['https://away.vk.com/away.php', { referrer: 'vk.com' }],
    ['https://lnkd.in/abc', { referrer: 'linkedin.com' }],
    ['https://youtu.be/abc', { referrer: 'youtube.com' }],
    ['https://m.youtube.com/', { referrer: 'youtube.com' }],
    ['https://www.reddit.com/', { referrer: 'reddit.com' }],
    ['https://blog.instagram.com/', { referrer: 'blog.instagram.com' }],
    ['https://t.co.example/', { referrer: 't.co.example' }],
    ['https://pages.example/ada', {}],
    ['android-app://com.instagram.android/', { app: 'Instagram', referrer: 'instagram.com' }],
    ['android-app://com.google.android.gm/', { app: 'Gmail', referrer: 'mail.google.com' }],
    ['android-app://com.slack/', { app: 'Slack' }],
    ['android-app://com.unheard.of/', {}],
    ['javascript:alert(1)', {}],
    ['not an address', {}],
    [`https://${'a'.repeat(3000)}.example/`, {}],
  ] as const) {
    test(`include the referrer ${referrer.slice(0, 40)}`, () => assert.deepEqual(readTraits({ referrer }), expected));
  }

  test('include the first accepted language', () => {
    const languages = ['en-GB,en;q=0.9', 'DE', ' pt-BR', 'fil', '*', '', 'x-klingon', '12'];
    assert.deepEqual(
      languages.map((header) => readTraits({ languages: header }).language),
      ['en', 'de', 'pt', 'fil', undefined, undefined, undefined, undefined],
    );
  });

  test('include the campaign, truncated and without control characters', () => {
    const query = `?utm_source=%20News\u0000letter%0A&utm_medium=&utm_campaign=${'é'.repeat(200)}&utm_term=__proto__&utm_content=%ff&utm_id=7`;
    assert.deepEqual(readTraits({ query }), {
      utm_source: 'News letter',
      utm_campaign: 'é'.repeat(100),
      utm_term: '__proto__',
      utm_content: '\ufffd',
    });
  });

  test('include the app of an in-app browser', () => {
    assert.deepEqual(traitsOf({ browser: 'TikTok', os: 'iOS', device: 'Phone' }, undefined), {
      device: 'Phone',
      app: 'TikTok',
    });
  });
});

const rolledUp = async (store: Store, dimension: Dimension) => {
  const rows = await store.read
    .selectFrom('visit_total')
    .select(['key', 'visits', 'uniques'])
    .where('dimension', '=', dimension)
    .orderBy('key')
    .execute();
  return rows.map(({ key, visits, uniques }) => [key, visits, uniques]);
};

for (const engine of engines) {
  describe(`traits on ${engine.name}`, () => {
    test('are counted, a unique visitor under the first of the day', async (t) => {
      const { store, visits } = await setting(t, engine);
      const circumstances = {
        referrer: 'https://news.example/',
        languages: 'de',
        query: '?utm_source=mail',
        host: 'x',
      };
      const person = { accountId: 1, targetId: 0, address: '192.0.2.1', userAgent: chromeOnWindows };
      await visits.record({ ...person, circumstances });
      await visits.record({ ...person, circumstances: { ...circumstances, referrer: 'https://other.example/' } });
      await visits.record(person);
      await visits.aggregateAll();
      assert.deepEqual(await rolledUp(store, 'device'), [['Computer', 3, 1]]);
      assert.deepEqual(await rolledUp(store, 'language'), [['de', 2, 1]]);
      assert.deepEqual(await rolledUp(store, 'utm_source'), [['mail', 2, 1]]);
      assert.deepEqual(await rolledUp(store, 'referrer'), [
        ['news.example', 1, 1],
        ['other.example', 1, 0],
      ]);
    });

    test('are not counted for non-visits, which have their own series', async (t) => {
      const { store, visits } = await setting(t, engine);
      for (const kind of ['bot', 'bot', 'preview', 'prefetch', 'head'] as const) {
        visits.notice({ accountId: 1, targetId: 0 }, kind);
        visits.notice({ accountId: 1, targetId: 7 }, kind);
      }
      await visits.record({ accountId: 1, targetId: 0, address: '192.0.2.1', userAgent: chromeOnWindows });
      assert.equal(visits.figures().recorded, 1);
      await visits.aggregateAll();
      const rows = await store.read.selectFrom('visit_total').selectAll().where('dimension', '=', 'kind').execute();
      const kinds = (targetId: number) =>
        rows
          .filter((row) => row.target_id === targetId)
          .map(({ key, visits, uniques }) => `${key} ${visits} ${uniques}`);
      for (const target of [0, 7]) {
        assert.deepEqual(kinds(target).sort(), ['bot 2 0', 'head 1 0', 'prefetch 1 0', 'preview 1 0']);
      }
      assert.deepEqual((await viewsReport(store.read, 1)).getviews, { visits: 1, unique: 1 });
      assert.deepEqual(await rolledUp(store, 'total'), [['', 1, 1]]);
      assert.equal((await store.read.selectFrom('visit_seen').select('visitor').execute()).length, 1);
    });

    test('above a thousand different values are counted together', async (t) => {
      const { store, visits } = await setting(t, engine);
      const from = (first: number, count: number) =>
        Array.from({ length: count }, (_, n) =>
          event({ visitor: `v${first + n}`, traits: { referrer: `h${first + n}.example`, device: 'Phone' } }),
        );
      for (const [first, count] of [
        [0, 900],
        [900, 300],
        [1100, 200],
      ] as const) {
        await visits.recordMany(from(first, count));
        await visits.aggregateAll();
      }
      await rollUp(store, Number.POSITIVE_INFINITY);
      const referrers = await rolledUp(store, 'referrer');
      assert.equal(referrers.length, 1001);
      assert.deepEqual(
        referrers.filter(([key]) => key === 'Other'),
        [['Other', 400, 300]],
      );
      assert.deepEqual(await rolledUp(store, 'device'), [['Phone', 1400, 1300]]);
      assert.equal(
        referrers.reduce((sum, [, number]) => sum + Number(number), 0),
        1400,
      );
    });

    test('of one link take no room from those of another link, the page or another account', async (t) => {
      const { store, visits } = await setting(t, engine);
      const clicks = (
        name: string,
        count: number,
        given: { accountId?: number; targetId?: number; from?: string } = {},
      ) =>
        Array.from({ length: count }, (_, n) => {
          const { accountId = 1, targetId = 11, from = 'referrer' } = given;
          const traits = { [from]: `${name}-${n}.example` };
          return event({ accountId, targetId, visitor: `${name} ${n}`, traits });
        });
      for (const some of [
        [
          ...clicks('page', 100, { targetId: 0 }),
          ...clicks('next', 100, { targetId: 12 }),
          ...clicks('others', 100, { accountId: 2 }),
          ...clicks('campaign', 100, { from: 'utm_source' }),
          ...clicks('first', 900),
        ],
        clicks('second', 150),
      ]) {
        await visits.recordMany(some);
        await visits.aggregateAll();
        await rollUp(store, Number.POSITIVE_INFINITY);
      }
      const rows = await store.read
        .selectFrom('visit_total')
        .select(['account_id', 'target_id', 'key', 'visits'])
        .where('dimension', '=', 'referrer')
        .execute();
      const numberOf = (accountId: number, targetId: number, name: string) =>
        rows.filter((row) => row.account_id === accountId && row.target_id === targetId && row.key.startsWith(name))
          .length;
      assert.deepEqual([numberOf(1, 11, 'first-'), numberOf(1, 11, 'second-')], [900, 100]);
      assert.deepEqual([numberOf(1, 0, ''), numberOf(1, 12, ''), numberOf(2, 11, '')], [100, 100, 100]);
      assert.deepEqual(plain(rows.filter(({ key }) => key === 'Other')), [
        { account_id: 1, target_id: 11, key: 'Other', visits: 50 },
      ]);
    });
  });
}
