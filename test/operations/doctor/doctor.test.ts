// The findings of doctor: each check without problems, and with the problems that operators meet.
import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { DAY, day, HOUR, MINUTE, type Micros } from '../../../contract/time.ts';
import { copyInstallation } from '../../../server/operations/copy/index.ts';
import { checkClock } from '../../../server/operations/doctor/clock.ts';
import { setCopyMark, setPruningMark, setUpkeepMark } from '../../../server/storage/installation.ts';
import { FIRST_MIGRATION } from '../../../server/storage/unusable-schema.ts';
import { type Engine, engines } from '../../support/engines.ts';
import { addLaterMigration } from '../../support/later-migration.ts';
import { openS3 } from '../../support/s3/bucket.ts';
import { startServer } from '../../support/server.ts';
import { accountRow, emptyDatabase, freshDatabase, storeOn } from '../../support/store.ts';
import { enqueueBatches } from '../../visits/setting.ts';
import { assertFound, clock, examined, folder, listening, of, placesOf } from './examined.ts';

/** A copy starts with the id of the original, and is a separate installation from then on. */
async function copied(t: TestContext, from: string, engine: Engine): Promise<string> {
  const to = await freshDatabase(t, engine);
  await copyInstallation({ from, to, show() {}, signal: new AbortController().signal });
  return to;
}

for (const engine of engines) {
  describe(`doctor on ${engine.name}`, () => {
    it('finds no problem in a fresh installation', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      await (await storeOn(t, databaseUrl)).ping();
      const findings = await examined(t, { DATABASE_URL: databaseUrl });
      // The tests' database server runs without fsync; see the next test.
      const amiss = findings.filter(({ state, check }) => state !== 'ok' && check !== 'durability');
      assert.deepEqual(amiss, []);
      assert.deepEqual(
        [...new Set(findings.map(({ check }) => check))].join(' '),
        'settings store schema durability visits jobs clock geography disk uploads pictures ports proxy dashboard mail provider runtime',
      );
      assertFound(findings, 'store', 'ok', /^(SQLite 3|PostgreSQL \d+).*, [\d.]+ [kM]?B, intact\.$/);
      assertFound(findings, 'pictures', 'ok', /^Pictures can be decoded\.$/);
      assertFound(findings, 'schema', 'ok', new RegExp(`up to date \\(${FIRST_MIGRATION}\\)`));
    });

    it('reports whether acknowledged writes are durable', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const store = await storeOn(t, databaseUrl);
      const findings = await examined(t, { DATABASE_URL: databaseUrl });
      if (engine.name === 'sqlite') {
        assertFound(findings, 'durability', 'ok', /journal_mode wal, file system local/);
      } else {
        const { rows } = await sql<{ fsync: string }>`SELECT current_setting('fsync') AS fsync`.execute(store.read);
        if (rows[0]!.fsync === 'off') assertFound(findings, 'durability', 'problem', /^fsync is off\.$/);
        else assertFound(findings, 'durability', 'ok', /fsync on/);
      }
    });

    it('reports a schema that is behind, ahead, empty or partly copied, and changes nothing', async (t) => {
      const empty = await emptyDatabase(t, engine);
      if (engine.dialect === 'postgres') {
        assertFound(await examined(t, { DATABASE_URL: empty }), 'schema', 'warning', /^The database is empty\.$/);
      }
      const databaseUrl = await freshDatabase(t, engine);
      const store = await storeOn(t, databaseUrl);
      const schema = async () => examined(t, { DATABASE_URL: databaseUrl });

      await store.writeInstallation((tx) => setCopyMark(tx, { of: 'x', run: 'y', state: 'under way' }));
      assertFound(await schema(), 'schema', 'problem', /unfinished copy/);

      addLaterMigration(t);
      assertFound(await schema(), 'schema', 'warning', /out of date \(0002-later not applied\)/);
      const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM schema_migration`.execute(store.read);
      assert.equal(rows[0]!.n, 1);

      await sql`INSERT INTO schema_migration (name, timestamp) VALUES ('9999-later', '')`.execute(store.dialect.write);
      assertFound(await schema(), 'schema', 'problem', /newer Fingerpost.*9999-later/);
    });

    it('reports when upkeep last finished, and whether a process runs it', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const store = await storeOn(t, databaseUrl);
      const now = Date.UTC(2026, 2, 10, 12) * 1000;
      const visits = () => examined(t, { DATABASE_URL: databaseUrl }, () => now);
      const finished = (finishedAt: Micros) =>
        store.writeInstallation((tx) => setPruningMark(tx, { day: day(finishedAt), finishedAt }));

      await finished(now - DAY);
      assertFound(await visits(), 'visits', 'ok', /^Retention last ran at 2026-03-09 12:00 UTC\.$/);
      await finished(now - 3 * DAY);
      assertFound(await visits(), 'visits', 'warning', /^Maintenance is not running: .* at 2026-03-07 12:00 UTC\.$/);
      await store.writeInstallation((tx) => setUpkeepMark(tx, now - MINUTE));
      assertFound(
        await visits(),
        'visits',
        'warning',
        /^Retention is running but has not finished since 2026-03-07 12:00 UTC\.$/,
      );
    });

    it('reports uncounted visits, a clock set back, and duplicate ids', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const store = await storeOn(t, databaseUrl);
      const now = clock();
      const events = JSON.stringify([[1, now - HOUR, 0, 'v', 'gb', 'London, GB', 'Linux', 'Firefox']]);
      await enqueueBatches(store, { at: now - HOUR, writer: 'p', seq: 1, count: 1, events });
      await store.write(7, (tx) =>
        tx
          .insertInto('account')
          .values(accountRow(7, { last_activity_at: now }))
          .execute(),
      );
      const findings = await examined(t, { DATABASE_URL: databaseUrl }, () => now);
      assertFound(
        findings,
        'visits',
        'warning',
        /^Recorded visits are not counted \(at least 1\), the oldest for 60 minutes\.$/,
      );
      assertFound(findings, 'store', 'problem', /ids that are in use/);

      const dataDir = await folder(t);
      await mkdir(join(dataDir, 'spool'));
      await writeFile(join(dataDir, 'spool', 'host.1.x.1.spool'), 'x'.repeat(2048));
      const spooled = await examined(t, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }, () => now);
      assertFound(
        spooled,
        'visits',
        'warning',
        /^Visits are in the spool until the database is available \(2(\.0)? [kK]i?B in /,
      );

      const yesterday = await examined(t, { DATABASE_URL: databaseUrl }, () => now - DAY);
      assertFound(yesterday, 'clock', 'problem', /^The clock is 1440 min behind the newest records in the database/);
    });

    it('detects the running service on its ports and behind its addresses', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const dataDir = await folder(t);
      const server = await startServer(t, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, METRICS_PORT: '0' });
      const [, dashboard] = await server.wrote(/The dashboard listens on http:\/\/127\.0\.0\.1:(\d+)/);
      const [, metrics] = await server.wrote(/metrics on http:\/\/127\.0\.0\.1:(\d+)/);
      const environment = { DATABASE_URL: databaseUrl, HOST: '127.0.0.1', PUBLIC_URL: server.url };
      const same = { ...environment, PORT: String(server.port), DASHBOARD_PORT: dashboard!, METRICS_PORT: metrics! };
      const well = await examined(t, same);
      assertFound(well, 'ports', 'ok', new RegExp(`^The service listens on 127.0.0.1, port ${server.port} \\(PORT\\)`));
      assertFound(well, 'ports', 'ok', new RegExp(`port ${dashboard} \\(DASHBOARD_PORT\\)`));
      assertFound(well, 'ports', 'ok', new RegExp(`port ${metrics} \\(METRICS_PORT\\)`));
      assert.equal(
        of(well, 'proxy').every(({ state }) => state === 'ok'),
        true,
      );
      const other = await examined(t, { ...same, DATABASE_URL: await copied(t, databaseUrl, engine) });
      for (const port of [server.port, dashboard, metrics]) {
        assertFound(other, 'ports', 'problem', new RegExp(`^A Fingerpost of another installation .* port ${port} `));
      }
      assertFound(other, 'proxy', 'warning', /leads to a Fingerpost that does not use this database\.$/);
      const none = await examined(t, { ...same, DATABASE_URL: `sqlite:${join(await folder(t), 'none.db')}` });
      assertFound(none, 'ports', 'problem', /^A Fingerpost of another installation /);
      const away = await examined(t, { ...same, DATABASE_URL: 'postgres://ada@127.0.0.1:1/links' });
      assertFound(away, 'ports', 'warning', /^A Fingerpost listens on .*\. Without the database, it is unknown/);
      // The metrics port serves no pages, and the page port no metrics.
      const mixed = await examined(t, {
        ...environment,
        PORT: metrics!,
        DASHBOARD_PORT: '0',
        METRICS_PORT: String(server.port),
      });
      assert.deepEqual(
        of(mixed, 'ports').map(({ state }) => state),
        ['problem', 'ok', 'problem'],
      );

      const addresses = [server.url, `http://127.0.0.1:${dashboard}`];
      const behind = ([PUBLIC_URL, DASHBOARD_URL]: string[]) =>
        examined(t, {
          DATABASE_URL: databaseUrl,
          TRUST_PROXY: 'loopback',
          PUBLIC_URL: PUBLIC_URL!,
          DASHBOARD_URL: DASHBOARD_URL!,
        });
      const right = await behind(addresses);
      assertFound(right, 'dashboard', 'ok', /built/);
      assertFound(right, 'proxy', 'ok', /trusted/);
      const crossed = await behind(addresses.toReversed());
      assertFound(crossed, 'dashboard', 'problem', /leads to the pages, not to the dashboard\.$/);
      assertFound(crossed, 'proxy', 'problem', /leads to the dashboard, not to the pages\.$/);
    });
  });
}

describe('doctor', () => {
  it('creates no database', async (t) => {
    const dataDir = await folder(t);
    const findings = await examined(t, { DATA_DIR: dataDir });
    assertFound(findings, 'store', 'warning', /^There is no database yet/);
    await assert.rejects(stat(join(dataDir, 'fingerpost.db')));
  });

  it('reports an unreachable database server without its password', async (t) => {
    const findings = await examined(t, { DATABASE_URL: 'postgres://ada:sesame@127.0.0.1:1/links' });
    assertFound(findings, 'store', 'problem', /^The database cannot be opened: connect ECONNREFUSED/);
    assert.doesNotMatch(JSON.stringify(findings), /sesame/);
  });

  it('reports every invalid setting and nothing else', async (t) => {
    const findings = await examined(t, { PORT: 'http', LOG_LEVEL: 'loud' });
    assert.deepEqual(
      findings.map(({ check, state, finding }) => [check, state, finding.split(' ')[0]]),
      [
        ['settings', 'problem', 'PORT'],
        ['settings', 'problem', 'LOG_LEVEL'],
      ],
    );
  });

  it('reports only settings that look misspelt', async (t) => {
    const others = { PATH: '/bin', HOME: '/root', DATABASE: 'x', PGDATABASE: 'x', HOSTS: 'x', TRUST: 'x' };
    const findings = await examined(t, { DATABSE_URL: 'x', public_url: 'x', TRUSTPROXY: '1', ...others });
    assert.deepEqual(
      of(findings, 'settings').map(({ state, finding, remedy }) => [state, finding, remedy?.split(' ')[1]]),
      [
        ['warning', 'DATABSE_URL is not a setting.', 'DATABASE_URL'],
        ['warning', 'public_url is not a setting.', 'PUBLIC_URL'],
        ['warning', 'TRUSTPROXY is not a setting.', 'TRUST_PROXY'],
      ],
    );
  });

  it('reports geolocation data that is old, missing or of unknown licence', async (t) => {
    const old = await placesOf(t, 400);
    assertFound(
      await examined(t, { GEO_DATABASE: old }),
      'geography',
      'warning',
      /400 days old: it becomes less accurate/,
    );
    assertFound(await examined(t, { GEO_DATABASE: '/nowhere.mmdb' }), 'geography', 'problem', /nowhere\.mmdb/);
    const unknown = await placesOf(t, 0, 'Own-City');
    assertFound(await examined(t, { GEO_DATABASE: unknown }), 'geography', 'warning', /licence unknown/);
  });

  it('reports a data folder that others can read, or that is not writable', async (t) => {
    const dataDir = await folder(t);
    await chmod(dataDir, 0o755);
    assertFound(await examined(t, { DATA_DIR: dataDir }), 'disk', 'warning', /^Every user of this machine can read/);
    if (process.getuid?.() !== 0) {
      await chmod(dataDir, 0o500);
      assertFound(await examined(t, { DATA_DIR: dataDir }), 'disk', 'problem', /^Files cannot be written/);
      await chmod(dataDir, 0o700);
    }
    await mkdir(join(dataDir, 'kept'), { mode: 0o700 });
    assertFound(await examined(t, { DATA_DIR: join(dataDir, 'kept') }), 'disk', 'ok', /are free in/);
  });

  it('reports whether uploads can be stored in a folder or bucket, without the secret', async (t) => {
    const dataDir = await folder(t);
    assertFound(await examined(t, { DATA_DIR: dataDir }), 'uploads', 'ok', /^There are no uploads yet/);
    await mkdir(join(dataDir, 'uploads'));
    assertFound(await examined(t, { DATA_DIR: dataDir }), 'uploads', 'ok', /^Files can be written in .*\/uploads\.$/);
    assert.deepEqual(await readdir(join(dataDir, 'uploads')), []);

    const s3 = await openS3(t);
    const found = async (given: Record<string, string>) => {
      const findings = await examined(t, { ...s3.settings, ...given });
      assert.doesNotMatch(JSON.stringify(findings), /hunter2/);
      return findings;
    };
    assertFound(await found({}), 'uploads', 'ok', /^The bucket files at 127\.0\.0\.1:\d+ accepts and deletes files/);
    const requests = s3.requests.map((request) => request.split('?')[0]);
    assert.deepEqual(requests, ['PUT /files/live/fingerpost-doctor', 'DELETE /files/live/fingerpost-doctor']);
    const wrong = await found({ S3_SECRET_ACCESS_KEY: 'hunter2' });
    assertFound(wrong, 'uploads', 'problem', /does not accept files: SignatureDoesNotMatch/);
    assert.equal(of(wrong, 'uploads')[0]?.remedy, 'Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
    await s3.close();
    assertFound(await found({}), 'uploads', 'problem', /does not accept files: ECONNREFUSED/);
  });

  it('reports whether mail is accepted, rejected or unanswered, without the password', async (t) => {
    const url = (port: number) => ({ SMTP_URL: `smtp://ada:sesame@127.0.0.1:${port}`, MAIL_FROM: 'ada@links.example' });
    assertFound(await examined(t, url(await mailServer(t, '235 2.7.0 Welcome'))), 'mail', 'ok', /accepts mail from us/);
    const refused = await examined(t, url(await mailServer(t, '535 5.7.8 No')));
    assertFound(refused, 'mail', 'problem', /does not accept mail from us/);
    assert.match(of(refused, 'mail')[0]!.remedy!, /user and the password/);
    const { MAIL_FROM: _, ...anonymous } = url(await mailServer(t, '235 2.7.0 Welcome'));
    assertFound(await examined(t, anonymous), 'mail', 'warning', /has no sender/);
    const away = await examined(t, url(1));
    assertFound(away, 'mail', 'problem', /ECONNREFUSED/);
    assert.doesNotMatch(JSON.stringify([refused, away]), /sesame/);
  });

  it('compares the clock with that of the database server', () => {
    const now: Micros = 1_000_000_000_000;
    const seconds = (count: number) => ({ engine: now + count * 1_000_000, newest: undefined });
    assert.equal(checkClock(now, seconds(4)).state, 'ok');
    assert.equal(checkClock(now, seconds(-30)).finding, "The clock is 30 s ahead of the database server's.");
    assert.equal(checkClock(now, seconds(-30)).state, 'warning');
    assert.equal(checkClock(now, seconds(600)).finding, "The clock is 10 min behind the database server's.");
    assert.equal(checkClock(now, seconds(600)).state, 'problem');
  });
});

/** A mail server that supports only sign-in. */
async function mailServer(t: TestContext, verdict: string): Promise<number> {
  function converse(socket: Socket): void {
    socket.on('error', () => {}).write('220 mail.example ready\r\n');
    socket.setEncoding('utf8').on('data', (text: string) => {
      if (/^EHLO/i.test(text)) socket.write('250-mail.example\r\n250 AUTH PLAIN\r\n');
      else if (/^AUTH PLAIN/i.test(text)) socket.write(`${verdict}\r\n`);
      else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    });
  }
  return listening(t, createServer(converse));
}
