// Two services on one database, in two processes: each sees the other's changes within a second.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { createKey, endKey } from '../../server/domain/accounts/keys.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { type Here, startHere } from '../support/here.ts';
import { assertRefused, pixelNamed, type Server, startServer, suiteScope } from '../support/server.ts';
import { storeOn } from '../support/store.ts';

const A_SECOND = 1000;

for (const engine of engines) {
  describe(`two services on one database, ${engine.name}`, () => {
    const t = suiteScope();
    let here: Here;
    let there: Server;
    before(async () => {
      here = await startHere(t, engine);
      there = await startServer(t, { DATABASE_URL: here.databaseUrl });
    });

    async function names(server: Pick<Server, 'call'>): Promise<string[]> {
      const { status, body, text } = await server.call('GET /api/v1/pixels?results_per_page=250', { key: here.key });
      assert.equal(status, 200, text);
      return body.response.map(({ name }: { name: string }) => name);
    }

    it('list each other’s pixels after create, update and delete', async () => {
      const { key } = here;
      for (const [writer, reader] of [
        [here, there],
        [there, here],
      ] as const) {
        assert.deepEqual(await names(reader), []);
        const { body } = await writer.call('POST /api/v1/pixels', { key, json: pixelNamed('New') });
        await eventually('it is in the listing', A_SECOND, async () => (await names(reader)).includes('New'));
        const { id } = body.response;
        assert.equal((await writer.call(`POST /api/v1/pixels/${id}`, { key, json: { name: 'Other' } })).status, 200);
        await eventually('its name is the new one', A_SECOND, async () => (await names(reader)).includes('Other'));
        assert.equal((await writer.call(`POST /api/v1/pixels/${id}/delete`, { key })).status, 200);
        await eventually('it is gone', A_SECOND, async () => (await names(reader)).length === 0);
      }
    });

    it('create one pixel for one Idempotency-Key sent to both at once', async () => {
      const { key } = here;
      const headers = { 'idempotency-key': 'once-and-no-more' };
      const json = pixelNamed('Once');
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 ? here : there).call('POST /api/v1/pixels', { key, headers, json }),
        ),
      );
      for (const answer of answers) assert.equal(answer.status, 200, answer.text);
      assert.equal(new Set(answers.map(({ body }) => body.response.id)).size, 1);
      await eventually('both list it', A_SECOND, async () =>
        (await Promise.all([names(here), names(there)])).every((list) => list.join() === 'Once'),
      );
    });

    it('reject a key revoked by another process', async (test) => {
      const store = await storeOn(test, here.databaseUrl);
      const now = Date.now() * 1000;
      const wanted = { name: 'Short-lived', scope: 'read', expiresAt: null } as const;
      const { id, key } = await createKey(store, here.accountId, wanted, commandLine, now);
      const ask = () => Promise.all([here, there].map((server) => server.call('GET /api/v1/user', { key })));
      for (const answer of await ask()) assert.equal(answer.status, 200, answer.text);

      await endKey(store, here.accountId, id, commandLine, now);
      await eventually('both reject it', A_SECOND, async () => (await ask()).every(({ status }) => status === 401));
      for (const answer of await ask()) assertRefused(answer, 401, 'unauthenticated');
    });
  });
}
