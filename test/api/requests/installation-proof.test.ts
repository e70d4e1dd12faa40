// /ready proves to doctor which installation it belongs to, and reveals that to no other caller.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createChallenge } from '../../../server/storage/installation-proof.ts';
import { type Api, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { emptyDatabase, storeOn } from '../../support/store.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`The proof of an installation on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    async function proofFor(challenge?: string) {
      const headers = challenge === undefined ? {} : { 'fingerpost-challenge': challenge };
      const response = await api.app.inject({ url: '/ready', headers });
      assert.deepEqual([response.statusCode, response.json()], [200, { status: 'ready', writable: true }]);
      return response.headers['fingerpost-proof'];
    }

    it('is sent for a challenge signed with the installation id', async () => {
      const { challenge, proof } = await createChallenge(api.store.dialect);
      assert.equal(await proofFor(challenge), proof);
    });

    it('is not sent for any other challenge', async (t) => {
      const { challenge } = await createChallenge(api.store.dialect);
      const [nonce, signature] = challenge.split('.') as [string, string];
      const foreign = await createChallenge((await storeOn(t, await emptyDatabase(t, engine))).dialect);
      const wrong = [undefined, '', nonce, `${nonce}.`, `${nonce}.${'0'.repeat(64)}`, `${'0'.repeat(32)}.${signature}`];
      for (const sent of [...wrong, foreign.challenge, `${challenge}0`, 'x'.repeat(5000)]) {
        assert.equal(await proofFor(sent), undefined, sent);
      }
    });
  });
}
