// A cluster has all rows of an account in one shard. A statement on such rows names its account, or it is about many
// accounts and is listed here: it would ask every shard.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { DAY } from '../../contract/time.ts';
import { tableKinds } from '../../server/storage/table-kinds.ts';
import { PAGE } from '../../server/storage/visits/visits.ts';
import { markedAccount } from '../fuzz/marked-account.ts';
import { type Api, NOON, openApi } from '../support/api.ts';
import { PASSWORD, signUp } from '../support/browser-session.ts';
import { engines } from '../support/engines.ts';
import { askFor, fileFrom, jsonFor, requestOf } from '../support/every-operation.ts';
import { operations } from '../support/openapi.ts';

/** Statements about many accounts. None is part of a request. */
const manyAccounts: Record<string, RegExp> = {
  // Of one lane, which is one shard of a cluster; see `Dialect.ofAccounts`.
  'counting: which accounts exist':
    /^SELECT account_id FROM account WHERE account_id IN \(SELECT account_id FROM \(SELECT/,
  'counting: visitors of a network': /^SELECT \* FROM \( SELECT asked\.account_id, asked\.day, .* FROM visit_seen/,
  'counting: fresh counts': /^SELECT visit_fresh\.\* FROM .* AS asked JOIN visit_fresh USING/,
  'settling: counts of periods': /^SELECT visit_period\.\* FROM .* AS asked JOIN visit_period USING/,
  'settling: fresh counts that are settled': /^DELETE FROM visit_fresh WHERE \(account_id, target_id, bucket\) IN \(/,
  // Maintenance looks through all accounts, some at a time.
  'settling: what is due': /^SELECT account_id, target_id, bucket, length\(counts\) AS length FROM visit_fresh/,
  'retention: the next accounts': /^SELECT max\(account_id\) AS last FROM \(SELECT account_id FROM account/,
  'retention: which of them have old visits': /^SELECT account_id, \(SELECT 1 FROM visit_seen AS seen WHERE/,
  'retention: the next accounts with history':
    /^select distinct account_id from (trash|page_version) where account_id > /,
  'retention: the next accounts with activities': /^select account_id from account where account_id > \$1 order by /,
  'retention: old history':
    /^select (account_id, )?id from (trash|page_version) where account_id > \$1 and account_id <= \$2/,
  'retention: unconfirmed entries': /^delete from unconfirmed_entry where created_at <= /,
  'compaction: days with many single visits': /^SELECT account_id, target_id, start, loose FROM visit_event_count/,
  'deletion: accounts that are due': /^select account_id from account where deletes_at is not null/,
  'exports: due, running and waiting ones':
    /^select (\*|count\(\*\) as count) from account_export where (expires_at|state|\(state)/,
};

describe('A statement on rows of an account', () => {
  const texts = new Set<string>();
  const { query } = pg.Client.prototype;
  let api: Api;
  before(async () => {
    api = await openApi(engines.find(({ name }) => name === 'postgres')!, { RATE_LIMIT: '0' });
    pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
      const [first] = given;
      texts.add(typeof first === 'string' ? first : (first as { text: string }).text);
      return (query as (...all: unknown[]) => unknown).apply(this, given);
    } as typeof query;
  });
  after(async () => {
    pg.Client.prototype.query = query;
    await api.close();
  });

  it('names the account, when somebody visits, signs up, signs in and looks at the dashboard', async () => {
    const account = await markedAccount(api, 'amaranth', 60_000_000);
    texts.clear();
    for (const path of [`/${account.username}`, `/${account.username}/${account.slug}`]) {
      const { statusCode } = await api.app.inject({
        url: path,
        headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
      });
      assert.ok([200, 302].includes(statusCode), path);
    }
    const { browser, email } = await signUp(api, 'bellflower');
    await browser.call('POST /auth/sign-out', { json: {} });
    await browser.call('POST /auth/sign-in', { json: { email, password: PASSWORD } });
    await browser.call('GET /user');
    assertOneShard(texts, 'a visit and a session');
  });

  it('names the accounts of one lane, when visits are counted', async () => {
    const { id: accountId } = await markedAccount(api, 'calendula', 50_000_000);
    const visit = { accountId, targetId: PAGE, address: '192.0.2.1', userAgent: 'Mozilla/5.0 Firefox/140.0' };
    await api.visits.recordMany(Array.from({ length: 100 }, () => visit));
    texts.clear();
    await api.visits.foldAll();
    for (const days of [0, 1, 2, 120, 121]) {
      api.clock.now = NOON + days * DAY;
      await api.visits.upkeep();
    }
    api.clock.now = NOON;
    assertOneShard(texts, 'counting', Object.values(manyAccounts));
  });

  it('names the account, in every operation of the API', async () => {
    const reader = await markedAccount(api, 'daffodil', 70_000_000);
    let firstId = 80_000_000;
    for (const { method, path, operation } of operations) {
      if (operation['x-alias-of']) continue;
      const ask = askFor(operation);
      firstId += 100_000;
      const account = method === 'GET' ? reader : await markedAccount(api, `edelweiss${firstId}`, firstId);
      texts.clear();
      const json = await jsonFor(api, ask, account);
      const body = ask.sendsFile ? fileFrom(account.key, json) : { json };
      const answer = await api.call(requestOf(method, path, ask, account), { key: account.key, ...body });
      assert.equal(answer.status, 200, answer.text);
      // An export runs in the background.
      assertOneShard(texts, `${method} ${path}`, [manyAccounts['exports: due, running and waiting ones']!]);
    }
  });
});

const owned = new RegExp(`\\b(?:from|join|update) (?:${tableKinds.owned.join('|')})\\b`, 'i');
const ofAccount = /\baccount_id = \$\d/;

/** Each row of an INSERT names its account. */
function assertOneShard(texts: ReadonlySet<string>, where: string, known: readonly RegExp[] = []): void {
  const others = [...texts]
    .map((text) => text.replace(/"/g, '').replace(/\s+/g, ' ').trim())
    .filter((text) => owned.test(text) && !ofAccount.test(text))
    .filter((text) => !known.some((one) => one.test(text)));
  assert.deepEqual(others, [], where);
}
