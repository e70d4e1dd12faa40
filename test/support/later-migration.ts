// As if this version had one more migration than the databases that there are.
import type { TestContext } from 'node:test';
import { migrations } from '../../server/storage/migrations/index.ts';

export const LATER = '0002-later';

export function addLaterMigration(t: TestContext): void {
  registerLaterMigration();
  t.after(() => {
    delete migrations[LATER];
  });
}

export function registerLaterMigration(): void {
  migrations[LATER] = async (db) => {
    await db.schema.alterTable('pixel').addColumn('remark', 'text').execute();
    await db.schema.createIndex('pixel_remark').on('pixel').columns(['account_id', 'remark']).execute();
  };
}
