// What a running service reports of its start, its disk, its backups, its mail and its background jobs.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { insertUpload } from '../../server/storage/page/uploads.ts';
import { fingerpost } from '../cli/fingerpost.ts';
import { mountSmallDisk } from '../faults/small-disk.ts';
import { temporaryFolder } from '../operations/backup/folders.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { openS3 } from '../support/s3/bucket.ts';
import { assertApiError, call, startServer, tenantOn } from '../support/server.ts';
import { openSmtpServer } from '../support/smtp.ts';
import { freshDatabase, storeOn } from '../support/store.ts';
import { parseExposition } from './metrics/exposition.ts';

const lateDashboard = new URL('children/late-dashboard.ts', import.meta.url);

for (const engine of engines) {
  describe(`a service in the background on ${engine.name}`, () => {
    it('is not ready before the dashboard answers', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const server = await startServer(t, { DATABASE_URL: databaseUrl }, lateDashboard);
      const ready = () => server.call('GET /ready');
      for (let round = 0; round < 3; round += 1) {
        const answer = await ready();
        assertApiError(answer, 503, 'unavailable');
        assert.equal(answer.body.response, 'The service is starting.');
        assert.equal((await server.call('GET /health')).status, 200);
      }
      server.say('open');
      await server.wrote(/The dashboard listens/);
      await eventually('it is ready', 10_000, async () => (await ready()).status === 200);
    });

    it('reports backups, and jobs that fail without keeping others from running', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const s3 = await openS3(t);
      const dataDir = await temporaryFolder(t);
      const { accountId } = await tenantOn(databaseUrl);
      // Its files cannot be removed: the bucket is away.
      const store = await storeOn(t, databaseUrl);
      await store.write(accountId, async (tx) => {
        const [id] = await store.dialect.allocateIds(tx, 1);
        const digest = 'a'.repeat(64);
        const files = JSON.stringify([{ file: 'a.txt', bytes: 1, sha256: digest }]);
        const file = { kind: 'file', name: 'a.txt', type: 'text/plain', file: 'a.txt', files, bytes: 1 } as const;
        const times = { created_at: 1, used_at: Date.now() * 1000, width: null, height: null };
        await insertUpload(tx, accountId, { id: id!, digest, state: 'ready', ...file, ...times });
        await tx.updateTable('account').set({ deletes_at: 1 }).where('account_id', '=', accountId).execute();
      });
      await s3.close();
      const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
      const { scrape } = await startMeasured(t, { ...environment, ...s3.settings });
      let seen = await scrape();
      assert.equal(seen.value('fingerpost_backup_last_success_timestamp_seconds'), 0);
      await eventually('both jobs have run', 60_000, async () => {
        seen = await scrape();
        const runs = (kind: string) => seen.value(`fingerpost_job_runs_total{kind="${kind}"}`)!;
        return runs('expired-limits') > 0 && runs('erase-accounts') > 0;
      });
      const last = (kind: string) => seen.value(`fingerpost_job_last_success_timestamp_seconds{kind="${kind}"}`);
      assert.ok(seen.value('fingerpost_job_failures_total{kind="erase-accounts"}')! > 0);
      assert.equal(last('erase-accounts'), undefined);
      assert.equal(seen.value('fingerpost_job_failures_total{kind="expired-limits"}'), 0);
      assert.ok(Math.abs(last('expired-limits')! - Date.now() / 1000) < 60);

      const before = Date.now() / 1000;
      // The upload is not there.
      const file = join(await temporaryFolder(t), 'b.tar.gz');
      assert.equal((await fingerpost(['backup', file], { environment })).code, 1);
      assert.equal((await scrape()).value('fingerpost_backup_last_success_timestamp_seconds'), 0);
      const made = await fingerpost(['backup', file, '--allow-damaged-files'], { environment });
      assert.equal(made.code, 0, made.stderr);
      const at = (await scrape()).value('fingerpost_backup_last_success_timestamp_seconds')!;
      assert.ok(at >= before && at <= Date.now() / 1000, String(at));
    });
  });
}

describe('a service in the background', () => {
  const sqlite = engines.find(({ dialect }) => dialect === 'sqlite')!;

  it('reports the space on its disk, and whether it can write there', async (t) => {
    const disk = mountSmallDisk(t, 16);
    if (typeof disk === 'string') return t.skip(disk);
    const databaseUrl = await freshDatabase(t, sqlite);
    const { scrape } = await startMeasured(t, { DATABASE_URL: databaseUrl, DATA_DIR: disk.folder });
    const seen = await scrape();
    assert.equal(seen.value('fingerpost_disk_size_bytes{folder="data"}'), 16 * 1024 * 1024);
    assert.ok(seen.value('fingerpost_disk_free_bytes{folder="data"}')! > 15e6);
    // The database is elsewhere.
    assert.ok(seen.value('fingerpost_disk_size_bytes{folder="database"}')! > 16 * 1024 * 1024);
    const written = async () => (await scrape()).value('fingerpost_disk_writable{folder="data"}');
    assert.equal(await written(), 1);
    disk.fill();
    await eventually('it notices', 30_000, async () => (await written()) === 0);
    const full = await scrape();
    assert.equal(full.value('fingerpost_disk_free_bytes{folder="data"}'), 0);
    assert.equal(full.value('fingerpost_disk_writable{folder="database"}'), 1);
    assert.equal(full.value('fingerpost_ready'), 1);
    disk.empty();
    await eventually('it notices', 30_000, async () => (await written()) === 1);
  });

  it('reports what became of its mail', async (t) => {
    const smtp = await openSmtpServer();
    t.after(() => smtp.close());
    const databaseUrl = await freshDatabase(t, sqlite);
    const { accountId } = await tenantOn(databaseUrl);
    const store = await storeOn(t, databaseUrl);
    const { email } = await store.read
      .selectFrom('account')
      .select('email')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    const dashboardPort = await freePort();
    const { scrape } = await startMeasured(t, {
      DATABASE_URL: databaseUrl,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'links@links.example',
      DASHBOARD_PORT: String(dashboardPort),
    });
    const mail = async () => {
      const seen = await scrape();
      const counts = ['sent', 'failures', 'lost'].map((what) =>
        seen.value(`fingerpost_mail_${what}_total{kind="reset-password"}`),
      );
      return [seen.value('fingerpost_mail_waiting'), ...counts];
    };
    assert.deepEqual(await mail(), [0, 0, 0, 0]);
    const url = `http://localhost:${dashboardPort}`;
    const ask = async () => {
      const answer = await call(`http://127.0.0.1:${dashboardPort}`, 'POST /api/v1/auth/recover', {
        json: { email },
        headers: { origin: url },
      });
      assert.equal(answer.status, 200, answer.text);
    };
    smtp.recipients.set(email, '550 no such user');
    await ask();
    await eventually('it is given up', 20_000, async () => (await mail()).join() === '0,0,1,1');
    smtp.recipients.clear();
    smtp.rejections.push('550 5.7.1 no such sender');
    await ask();
    await eventually('it waits', 20_000, async () => (await mail()).join() === '1,0,2,1');
    await eventually('it is sent', 20_000, async () => (await mail()).join() === '0,1,2,1');
  });
});

async function startMeasured(t: TestContext, environment: Record<string, string>) {
  const server = await startServer(t, { METRICS_PORT: '0', ...environment });
  const [, url] = await server.wrote(/"metrics on (http:\/\/127\.0\.0\.1:\d+)\/metrics"/);
  await eventually('it is ready', 20_000, async () => (await server.call('GET /ready')).status === 200);
  return { server, scrape: async () => parseExposition((await call(url!, 'GET /metrics')).text) };
}
