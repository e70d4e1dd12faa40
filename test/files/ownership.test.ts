// A service started with the wrong database finds unknown files and must not remove them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY } from '../../contract/time.ts';
import { removeUnusedUploads } from '../../server/domain/uploads/jobs/unused-uploads.ts';
import { installationId } from '../../server/storage/installation.ts';
import { openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { runOnce } from '../support/jobs.ts';

const foreign = `${'f'.repeat(64)}/1/64x64.webp`;

for (const engine of engines) {
  describe(`files unknown to the database on ${engine.name}`, () => {
    it('are kept until the file storage is known to belong to the installation', async (t) => {
      const api = await openApi(engine);
      t.after(() => api.close());
      const { store, files } = api;
      const clock = () => Date.now() * 1000 + 2 * DAY;
      const upkeep = () => runOnce(removeUnusedUploads({ store, files }, clock));
      const isThere = async () => (await files.stat(foreign)) !== undefined;
      await files.put(foreign, Buffer.from('x'), 'image/webp');

      await upkeep();
      assert.deepEqual([await isThere(), await files.owner()], [true, undefined], 'the database has no uploads');

      await files.noteOwner('another installation');
      await upkeep();
      assert.ok(await isThere(), 'the file storage belongs to another installation');

      await files.noteOwner(await installationId(store.read));
      await upkeep();
      assert.ok(!(await isThere()), 'the file storage belongs to this installation');
    });
  });
}
