// A service that was opened on the wrong database finds files of which it knows nothing, and removes none of them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY } from '../../contract/time.ts';
import { createUploadUpkeep } from '../../server/domain/uploads/unused-uploads.ts';
import { installationId } from '../../server/storage/installation.ts';
import { openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';

const foreign = `${'f'.repeat(64)}/1/64x64.webp`;

for (const engine of engines) {
  describe(`files that the database knows nothing of, on ${engine.name}`, () => {
    it('are left alone until the vault is known to be its own', async (t) => {
      const api = await openApi(engine);
      t.after(() => api.close());
      const { store, files } = api;
      const clock = () => Date.now() * 1000 + 2 * DAY;
      const upkeep = createUploadUpkeep({ store, files, clock, logger: { error() {} } });
      const isThere = async () => (await files.look(foreign)) !== undefined;
      await files.put(foreign, Buffer.from('x'), 'image/webp');

      await upkeep.once();
      assert.deepEqual(
        [await isThere(), await files.owner()],
        [true, undefined],
        'the database knows no upload at all',
      );

      await files.noteOwner('another installation');
      await upkeep.once();
      assert.ok(await isThere(), 'it is told that the vault is not its own');

      await files.noteOwner(await installationId(store.read));
      await upkeep.once();
      assert.ok(!(await isThere()), 'it is its own');
    });
  });
}
