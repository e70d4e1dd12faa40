// A short run with a fixed seed on each engine. `npm run fuzz` is the long run, with a random seed.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { engines } from '../support/engines.ts';
import { assertUnharmed, closeStage, expectedStatuses, fuzz, openStage, type Stage } from './check.ts';
import { assertCase, fuzzSockets } from './sockets.ts';
import { wireCases } from './wire-cases.ts';

const SEED = 20_261_115;

for (const engine of engines) {
  describe(`hostile requests on ${engine.name}`, () => {
    let stage: Stage;
    before(async () => {
      stage = await openStage(engine);
    });
    after(() => closeStage(stage));

    it('are answered as documented, valid ones among them with success', async () => {
      const { statuses, failure } = await fuzz(stage, { credentials: 'keys', requests: 150, seed: SEED });
      assert.equal(failure, undefined);
      for (const status of expectedStatuses) assert.ok(statuses.has(status), `no request was answered with ${status}`);
    });

    it('are answered as documented with sessions too, at the dashboard', async () => {
      const { statuses, failure } = await fuzz(stage, { credentials: 'sessions', requests: 150, seed: SEED });
      assert.equal(failure, undefined);
      for (const status of [200, 401, 403, 404, 422])
        assert.ok(statuses.has(status), `no request was answered with ${status}`);
    });

    it('are answered or disconnected if they are not HTTP', async () => {
      await Promise.all(wireCases(stage.passerbyKey).map((wireCase) => assertCase(stage.port, wireCase)));
      const { failure } = await fuzzSockets(stage.port, stage.passerbyKey, { requests: 50, seed: SEED });
      assert.equal(failure, undefined);
    });

    it('change nothing of another account, and everything still works', async () => {
      await assertUnharmed(stage, engine);
    });
  });
}
