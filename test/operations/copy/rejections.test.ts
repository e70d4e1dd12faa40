// What a copy rejects before it changes anything, and the messages.
import assert from 'node:assert/strict';
import { linkSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { EndFailure } from '../../../server/operations/copy/ends.ts';
import { copyInstallation } from '../../../server/operations/copy/index.ts';
import { openStore, type Store } from '../../../server/storage/store.ts';
import { type Engine, engines } from '../../support/engines.ts';
import { addLaterMigration, LATER } from '../../support/later-migration.ts';
import { accountRow, databasesWith, emptyDatabase, freshDatabase } from '../../support/store.ts';
import { byHand, contentsOf } from './contents.ts';

const [sqlite] = engines as [Engine, Engine];
const installations = new Map(engines.map((engine) => [engine, databasesWith(engine, addAccount)]));

for (const engine of engines) {
  describe(`a target on ${engine.name}`, () => {
    it('with another installation is rejected and not changed', async (t) => {
      const source = await installationOn(t, sqlite);
      const target = await anotherInstallationOn(t, engine);
      await untouched(target, () =>
        refused(
          source,
          target,
          'The target has another installation (there are rows in "account"): use an empty database.',
        ),
      );
    });

    it('created by a service but never used is accepted', async (t) => {
      const source = await installationOn(t, sqlite);
      const target = await freshDatabase(t, engine);
      await byHand(target, (db) => db.insertInto('visit_salt').values({ day: '2026-11-15', salt: 's' }).execute());
      await copy(source, target);
      assert.deepEqual(await contentsOf(target), await contentsOf(source));
    });

    it('with foreign tables is rejected and not changed', async (t) => {
      const source = await installationOn(t, sqlite);
      const target = await emptyDatabase(t, engine);
      if (engine === sqlite) new DatabaseSync(pathOf(target)).close();
      await byHand(target, async (db) => {
        await sql`CREATE TABLE orders (number integer)`.execute(db);
        await sql`CREATE VIEW customers AS SELECT number FROM orders`.execute(db);
      });
      const sentence = `The target has tables that are not Fingerpost's (customers, orders): use an empty database.`;
      await untouched(target, () => refused(source, target, sentence));
    });

    it('that is a copy of another installation is rejected and not changed', async (t) => {
      const target = await freshDatabase(t, engine);
      await copy(await installationOn(t, sqlite), target);
      const sentence = 'The target is a copy of another installation: use an empty database.';
      const another = await anotherInstallationOn(t, sqlite);
      await untouched(target, () => refused(another, target, sentence));
    });

    it('that is a copy in use is rejected and not changed', async (t) => {
      const source = await installationOn(t, sqlite);
      const target = await freshDatabase(t, engine);
      await copy(source, target);
      await (await openStore(target, { watch: false })).close();
      const sentence =
        'The target is a copy of this installation that has been used since and is not overwritten: use an empty database.';
      await untouched(target, () => refused(source, target, sentence));
    });

    it('of a newer version is rejected', async (t) => {
      const target = await freshDatabase(t, engine);
      await byHand(target, (db) => fromTheFuture.execute(db));
      const sentence = 'The target was made by a newer Fingerpost: use an empty database.';
      await refused(await installationOn(t, sqlite), target, sentence);
    });
  });

  describe(`a source on ${engine.name}`, () => {
    it('without an installation is rejected, and no target is created', async (t) => {
      const source = await emptyDatabase(t, engine);
      if (engine === sqlite) new DatabaseSync(pathOf(source)).close();
      const target = await emptyDatabase(t, sqlite);
      await refused(source, target, 'The source has no Fingerpost installation.');
      assert.throws(() => readFileSync(pathOf(target)), { code: 'ENOENT' });
    });

    it('of another version is rejected', async (t) => {
      const target = await emptyDatabase(t, sqlite);
      const newer = await installationOn(t, engine);
      await byHand(newer, (db) => fromTheFuture.execute(db));
      await refused(newer, target, 'The source was made by a newer Fingerpost: copy it with that version.');
      const older = await installationOn(t, engine);
      addLaterMigration(t);
      await refused(
        older,
        target,
        `The source's schema is older than this version (${LATER} not applied): set DATABASE_URL to it and run "fingerpost migrate" first.`,
      );
    });

    it('with an unknown column is rejected rather than copied without it', async (t) => {
      const source = await installationOn(t, engine);
      await byHand(source, (db) => sql`ALTER TABLE pixel ADD COLUMN remark text`.execute(db));
      const sentence = `The columns of the source's "pixel" differ from this version's schema.`;
      await refused(source, await emptyDatabase(t, sqlite), sentence);
    });

    it('that is an unfinished copy is rejected; a finished one is not', async (t) => {
      const source = await installationOn(t, sqlite);
      const between = await freshDatabase(t, engine);
      await copy(source, between);
      const target = await freshDatabase(t, sqlite);
      await copy(between, target);
      assert.deepEqual(await contentsOf(target), await contentsOf(source));

      const underWay = sql`UPDATE installation SET value = replace(value, '"done"', '"under way"') WHERE name = 'copy'`;
      await byHand(between, (db) => underWay.execute(db));
      const sentence = 'The source is an unfinished copy: finish it first by running the same copy again.';
      await refused(between, target, sentence);
    });

    it('that is also the target is rejected, however the URL is written', async (t) => {
      const source = await installationOn(t, engine);
      for (const target of otherNamesOf(source)) {
        await untouched(source, () => refused(source, target, 'Source and target are the same database.'));
      }
    });

    it('that is the target through a hard link is rejected', async (t) => {
      if (engine !== sqlite) return;
      const source = await installationOn(t, engine);
      const path = pathOf(source);
      linkSync(path, `${path}.hard`);
      await untouched(source, () => assert.rejects(copy(source, `sqlite:${path}.hard`), /The target cannot be opened/));
    });
  });
}

describe('a file', () => {
  it('that is no database or of another program is not changed', async (t) => {
    const source = await installationOn(t, sqlite);
    const letter = await emptyDatabase(t, sqlite);
    writeFileSync(pathOf(letter), 'Dear Ada, this is a letter and no database. '.repeat(100));
    const foreign = await emptyDatabase(t, sqlite);
    const database = new DatabaseSync(pathOf(foreign));
    database.exec('CREATE TABLE bookmarks (url text)');
    database.close();
    for (const [target, expected] of [
      [letter, { message: 'The target cannot be opened' }],
      [foreign, { message: /tables that are not Fingerpost's \(bookmarks\)/ }],
    ] as const) {
      const before = readFileSync(pathOf(target));
      await assert.rejects(copy(source, target), expected);
      await assert.rejects(copy(target, source), Error);
      assert.ok(readFileSync(pathOf(target)).equals(before));
    }
  });

  it('that does not exist is rejected as source', async (t) => {
    const nowhere = await emptyDatabase(t, sqlite);
    await assert.rejects(copy(nowhere, await emptyDatabase(t, sqlite)), (error: Error) => {
      assert.ok(error instanceof EndFailure);
      assert.equal(error.end, 'source');
      assert.equal((error.cause as Error).message, `there is no file ${pathOf(nowhere)}`);
      return true;
    });
    assert.throws(() => readFileSync(pathOf(nowhere)), { code: 'ENOENT' });
  });

  it('that no process has open is copied without changing it', async (t) => {
    const source = await installationOn(t, sqlite);
    const database = new DatabaseSync(pathOf(source));
    database.exec('PRAGMA journal_mode = DELETE');
    database.close();
    const before = readFileSync(pathOf(source));
    await copy(source, await emptyDatabase(t, sqlite));
    assert.ok(readFileSync(pathOf(source)).equals(before));
  });
});

const fromTheFuture = sql`INSERT INTO schema_migration (name, timestamp) VALUES ('9999-later', '2099-01-01')`;

/** All of them have the same id. */
function installationOn(t: TestContext, engine: Engine): Promise<string> {
  return installations.get(engine)!(t);
}

/** With an id of its own. */
async function anotherInstallationOn(t: TestContext, engine: Engine): Promise<string> {
  const databaseUrl = await emptyDatabase(t, engine);
  const store = await openStore(databaseUrl, { watch: false });
  await addAccount(store);
  await store.close();
  return databaseUrl;
}

function addAccount(store: Store): Promise<unknown> {
  return store.writeInstallation((tx) => tx.insertInto('account').values(accountRow(1)).execute());
}

function copy(from: string, to: string): Promise<unknown> {
  return copyInstallation({ from, to, signal: new AbortController().signal, show() {} });
}

async function refused(from: string, to: string, sentence: string): Promise<void> {
  await assert.rejects(copy(from, to), (error: Error) => {
    assert.ok(error instanceof ApiError, String(error));
    assert.deepEqual([error.code, error.message], ['forbidden', sentence]);
    return true;
  });
}

async function untouched(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const before = await contentsOf(databaseUrl);
  await work();
  assert.deepEqual(await contentsOf(databaseUrl), before);
}

function otherNamesOf(databaseUrl: string): string[] {
  if (URL.canParse(databaseUrl) && databaseUrl.startsWith('postgres')) {
    const url = new URL(databaseUrl);
    url.searchParams.set('application_name', 'another');
    return [databaseUrl, url.href];
  }
  const path = pathOf(databaseUrl);
  symlinkSync(path, `${path}.symbolic`);
  return [databaseUrl, `sqlite:${path}.symbolic`];
}

function pathOf(databaseUrl: string): string {
  return databaseUrl.slice('sqlite:'.length);
}
