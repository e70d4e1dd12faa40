import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { insertAccount } from '../../server/storage/accounts/accounts.ts';
import { insertKey } from '../../server/storage/accounts/keys.ts';
import { insertPerson } from '../../server/storage/people/people.ts';
import { type Engine, enginesOf } from '../support/engines.ts';
import { processEnvironment } from '../support/server.ts';
import { accountRow, freshDatabase, storeOn } from '../support/store.ts';
import { fingerpost, path, program } from './fingerpost.ts';

// More than two batches, the last one not full; and exactly two, so that a third would be empty.
const ACCOUNTS = 1003;
const KEYS = 1000;

for (const engine of enginesOf(import.meta.url)) {
  describe(`lists on ${engine.name}`, () => {
    it('are complete and in order, without duplicates, at any length', async (t) => {
      const environment = { DATABASE_URL: await longLists(t, engine) };
      const accounts = await fingerpost(['account', 'list', '--json'], { environment });
      const ids = JSON.parse(accounts.stdout).response.map(({ id }: { id: number }) => id);
      assert.deepEqual(ids, upTo(ACCOUNTS));
      const table = (await fingerpost(['account', 'list'], { environment })).stdout.split('\n');
      assert.equal(table.length, 1 + ACCOUNTS + 1);
      assert.ok(table[0]!.startsWith('ID ') && !table.slice(1).some((line) => line.startsWith('ID ')));
      assert.ok(table[ACCOUNTS]!.startsWith(`${ACCOUNTS}  user${ACCOUNTS}  active  `));

      const keys = await fingerpost(['key', 'list', 'user1', '--json'], { environment });
      const keyIds = JSON.parse(keys.stdout).response.map(({ id }: { id: number }) => id);
      assert.deepEqual(keyIds, upTo(KEYS));

      if (engine.dialect === 'postgres') return;
      const firstLine = await readOneLine(['account', 'list'], environment);
      assert.deepEqual(firstLine, { line: table[0], code: 0, stderr: '' });
    });
  });
}

async function longLists(t: Parameters<typeof freshDatabase>[0], engine: Engine): Promise<string> {
  const databaseUrl = await freshDatabase(t, engine);
  const store = await storeOn(t, databaseUrl);
  await store.writeInstallation(async (tx) => {
    for (const id of upTo(ACCOUNTS)) {
      await insertPerson(tx, { person_id: id, email: `${id}@links.example`, proven_id: null, language: null });
      await insertAccount(tx, accountRow(id, { email: `${id}@links.example` }));
    }
    await tx
      .insertInto('username')
      .values({ username: 'user1', account_id: 1, former: 0, skeleton: 'user1' })
      .execute();
    for (const id of upTo(KEYS)) {
      const times = { expires_at: null, last_used_at: null, revoked_at: null, created_at: 0 };
      await insertKey(tx, 1, { id, name: 'Key', scope: 'read', hint: 'fp_0000…', ...times }, `hash ${id}`);
    }
  });
  return databaseUrl;
}

/** Like `| head -1`: reads the first line and closes the pipe. */
async function readOneLine(args: string[], environment: Record<string, string>) {
  const child = spawn(program, args, {
    env: { PATH: path, ...processEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close');
  const [text] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  child.stdout.destroy();
  const [code] = await ended;
  return { line: text.split('\n')[0], code, stderr };
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}
