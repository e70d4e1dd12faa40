// Limits come from the edit's quotas, not from the installation, so two edits of one account can have different limits.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ApiError } from '../../contract/errors.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { planImport } from '../../server/domain/import/document/import-plan.ts';
import { wantedPage } from '../../server/domain/import/document/wanted.ts';
import { createBlock } from '../../server/domain/page/blocks.ts';
import { formOf, takeEntry } from '../../server/domain/page/forms.ts';
import { editPage } from '../../server/domain/page/page-edit.ts';
import { type Quotas, quotasOfStandardPlan } from '../../server/domain/plans/quotas.ts';
import { findBlock } from '../../server/storage/page/blocks.ts';
import { openScratch } from '../../server/storage/scratch.ts';
import { createPageMeasure } from '../../server/views/page/size.ts';
import { type Account, type Api, NOON, openApi } from '../support/api.ts';
import { enginesOf } from '../support/engines.ts';

const standard = quotasOfStandardPlan({ uploadQuotaBytes: 500_000_000, rateLimit: 6000 });
const measure = createPageMeasure('https://links.example');
const divider = { block: 'divider' } as const;
const links = (count: number) => ({
  block: 'links' as const,
  items: Array.from({ length: count }, () => ({ link: 'https://example.com/', content: { caption: 'Shop' } })),
});

for (const engine of enginesOf(import.meta.url)) {
  describe(`The quotas of an edit on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
    });
    after(() => api.close());

    const request = (quotas: Partial<Quotas>) => ({
      accountId: ada.id,
      actor: commandLine,
      at: NOON,
      measure,
      quotas: { ...standard, ...quotas },
    });
    const add = (quotas: Partial<Quotas>, draft: Parameters<typeof createBlock>[1]) =>
      editPage(api.store, request(quotas), (edit) => createBlock(edit, draft));
    const refused = (sentence: RegExp) => (error: unknown) => {
      assert.ok(error instanceof ApiError, String(error));
      assert.match(error.message, sentence);
      return true;
    };

    it('limits blocks, items and the size of the page', async () => {
      await add({ blocks: 2 }, divider);
      await add({ blocks: 2 }, divider);
      await assert.rejects(
        add({ blocks: 2 }, divider),
        refused(/^A page may have at most 2 blocks; delete one first\.$/),
      );
      await assert.rejects(
        add({ itemsPerBlock: 3 }, links(4)),
        refused(/^A block may have at most 3 items; delete one first\.$/),
      );
      await assert.rejects(add({ pageBytes: 2048 }, divider), refused(/the limit is 2 KiB\./));
      await add({ blocks: 3, itemsPerBlock: 4 }, links(4));
    });

    it('limits imports', async () => {
      const scratch = await openScratch();
      const { store, files } = api;
      const services = { store, files, scratch, measure, allocateIds: async () => [] };
      const wanted = wantedPage(
        { document: { version: 1, blocks: [divider] }, mode: 'add', dry_run: true },
        'document',
      );
      try {
        await assert.rejects(
          planImport(services, { ...wanted, ...request({ blocks: 3 }) }),
          refused(/^The page would have 4 blocks; the limit is 3\.$/),
        );
        assert.equal((await planImport(services, { ...wanted, ...request({ blocks: 4 }) })).report.changes.length, 1);
      } finally {
        await scratch.close();
      }
    });

    it('limits entries of forms', async () => {
      const id = await add({}, { block: 'signup' });
      const form = formOf((await findBlock(api.store.read, ada.id, id))!)!;
      const send = (formEntries: number) =>
        takeEntry(api.store, request({ formEntries }), form, { email: 'bob@example.com' });
      assert.deepEqual([await send(1), await send(1), await send(2)], ['taken', 'full', 'taken']);
    });
  });
}
