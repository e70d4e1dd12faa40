// A CSV file of a long list is read in batches, and other requests are answered between them. SQLite answers at once, so
// without a pause the whole file would be one turn of the event loop.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { activityCsv } from '../../../server/exports/activity-csv.ts';
import { entryCsv } from '../../../server/exports/entry-csv.ts';
import { insertActivity } from '../../../server/storage/accounts/activities.ts';
import { insertFormEntry } from '../../../server/storage/page/form-entries.ts';
import { type Account, type Api, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

const BLOCK = 900_000;
const ROWS = 1000;

for (const engine of enginesOf(import.meta.url)) {
  describe(`Long CSV files on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
      const fields = JSON.stringify({ name: 'Ada' });
      const same = { type: 'login', message: 'Signed in.', ip: '', os: '', browser: '', updated_at: NOON } as const;
      const subject = { subject_kind: 'account', subject_id: ada.id };
      await api.store.write(ada.id, async (tx) => {
        for (let number = 1; number <= ROWS; number += 1) {
          const row = { id: BLOCK + number, created_at: NOON + number };
          await insertActivity(tx, ada.id, { ...row, ...same, ...subject });
          await insertFormEntry(tx, ada.id, {
            ...row,
            block_id: BLOCK,
            kind: 'contact_form',
            fields,
            subscriber: null,
          });
        }
      });
    });
    after(() => api.close());

    /** How often other requests had their turn. */
    async function turnsDuring(lines: AsyncGenerator<string>): Promise<{ turns: number; rows: number }> {
      let turns = 0;
      let isRunning = true;
      const turn = () => {
        turns += 1;
        if (isRunning) setImmediate(turn);
      };
      setImmediate(turn);
      let text = '';
      for await (const part of lines) text += part;
      isRunning = false;
      return { turns, rows: text.split('\r\n').length - 2 };
    }

    it('of activities let other requests in', async () => {
      const { turns, rows } = await turnsDuring(activityCsv(api.store.read, ada.id, {}));
      assert.ok(rows >= ROWS);
      assert.ok(turns >= 4, `${turns} turns`);
    });

    it('of form entries let other requests in, also while the names of fields are read', async () => {
      const { turns, rows } = await turnsDuring(entryCsv(api.store.read, ada.id, BLOCK, undefined));
      assert.equal(rows, ROWS);
      assert.ok(turns >= 20, `${turns} turns`);
    });
  });
}
