import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { enginesOf } from '../support/engines.ts';
import { commandsOn, fingerpost, installation, spawnFingerpost } from './fingerpost.ts';

const RACERS = 3;
/** SQLite locks between processes. PostgreSQL locks between connections, and each command has its own. */
const commandOn = { sqlite: spawnFingerpost, postgres: fingerpost };

for (const engine of enginesOf(import.meta.url)) {
  const racing = (databaseUrl: string) => commandsOn(databaseUrl, commandOn[engine.dialect]);

  describe(`several processes on ${engine.name}`, () => {
    it('race for one username by create and rename, and exactly one wins', async (t) => {
      const { databaseUrl, json } = await installation(t, engine, 'ada', 'bob');
      const { run } = racing(databaseUrl);
      const endings = await Promise.all([
        ...Array.from({ length: RACERS - 2 }, (_, index) =>
          run(['account', 'create', '--username', 'prize', '--email', `racer${index}@links.example`]),
        ),
        run(['account', 'rename', 'ada', 'prize']),
        run(['account', 'rename', 'bob', 'prize']),
      ]);
      const losers = endings.filter(({ code }) => code !== 0);
      assert.equal(losers.length, RACERS - 1);
      for (const loser of losers) {
        assert.deepEqual(loser, { code: 4, stdout: '', stderr: 'The username "prize" is taken.\n' });
      }
      const accounts: { username: string; email: string }[] = await json(['account', 'list']);
      assert.equal(accounts.filter(({ username }) => username === 'prize').length, 1);
      const created = endings.slice(0, RACERS - 2).some(({ code }) => code === 0);
      assert.equal(accounts.length, created ? 3 : 2, 'a loser leaves no account');
    });

    it('create keys and plans concurrently without losing any', async (t) => {
      const { databaseUrl, json } = await installation(t, engine, 'ada');
      const { run } = racing(databaseUrl);
      const endings = await Promise.all([
        ...Array.from({ length: RACERS }, () => run(['key', 'create', 'ada'])),
        run(['plan', 'grant', 'ada', '--plan', 'pro']),
      ]);
      assert.deepEqual(
        endings.map(({ code }) => code),
        endings.map(() => 0),
      );
      const keys: { id: number }[] = await json(['key', 'list', 'ada']);
      assert.equal(new Set(keys.map(({ id }) => id)).size, RACERS);
    });
  });
}
