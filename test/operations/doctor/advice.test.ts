// The advice of doctor in situations that operators meet: each is brought about for real.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { openDialect } from '../../../server/storage/dialects/open.ts';
import { mountSmallDisk } from '../../faults/small-disk.ts';
import { engines } from '../../support/engines.ts';
import { emptyDatabase } from '../../support/store.ts';
import { backup, installationIn, installed, restore, temporaryFolder, withStore } from '../backup/folders.ts';
import { examined, of } from './examined.ts';

const RESTORE =
  'If it was overwritten or damaged, stop the service, move the file away together with its files that end in -wal and -shm, and restore a backup.';

for (const engine of engines) {
  it(`doctor recognises the database of another application on ${engine.name}`, async (t) => {
    const databaseUrl = await emptyDatabase(t, engine);
    if (engine.dialect === 'sqlite') writeFileSync(databaseUrl.slice('sqlite:'.length), '');
    const dialect = openDialect(databaseUrl, { mayCreate: true });
    await sql`CREATE TABLE invoice (id integer)`.execute(dialect.write);
    await sql`CREATE TABLE customer (id integer)`.execute(dialect.write);
    await dialect.close();
    assert.deepEqual(of(await examined(t, { DATABASE_URL: databaseUrl }), 'schema'), [
      {
        check: 'schema',
        state: 'problem',
        finding:
          'The database belongs to another application: it has its tables (customer, invoice), and none of Fingerpost.',
        remedy:
          'Check DATABASE_URL: Fingerpost needs a database of its own. If the database was overwritten, stop the service and restore a backup.',
      },
    ]);
  });
}

describe('the advice of doctor', () => {
  it('finds nothing wrong with a restored database that was not started yet', async (t) => {
    const folder = await temporaryFolder(t);
    const [here, there] = [installationIn(folder, 'here'), installationIn(folder, 'there')];
    await installed(here);
    const file = join(folder, 'b.tar.gz');
    await backup(here, file);
    await restore(file, there);
    const durability = async () =>
      of(await examined(t, { DATABASE_URL: there.databaseUrl, DATA_DIR: there.dataDir }), 'durability').map(
        ({ state, finding }) => [state, finding],
      );
    assert.deepEqual(await durability(), [
      ['ok', 'Acknowledged writes are durable: journal_mode delete (wal after the next start), file system local.'],
    ]);
    await withStore(there.databaseUrl, (store) => store.ping());
    assert.deepEqual(await durability(), [
      ['ok', 'Acknowledged writes are durable: journal_mode wal, file system local.'],
    ]);
  });

  it('tells an overwritten, a cut and a damaged database file apart', async (t) => {
    const folder = await temporaryFolder(t);
    const here = installationIn(folder, 'here');
    await installed(here);
    const file = here.databaseFile;
    const whole = readFileSync(file);
    const stored = async (check = 'store') =>
      of(await examined(t, { DATABASE_URL: here.databaseUrl, DATA_DIR: here.dataDir }), check).map(
        ({ finding, remedy }) => [finding, remedy],
      );

    writeFileSync(file, 'a letter to my aunt, and a long one at that'.repeat(100));
    assert.deepEqual(await stored(), [
      [
        'The database cannot be opened: the file is not an SQLite database.',
        `Check DATABASE_URL and DATA_DIR. ${RESTORE}`,
      ],
    ]);
    truncateSync(file, 0);
    assert.deepEqual(await stored('schema'), [
      [
        'The database is empty.',
        'The next start applies the migrations, or "fingerpost migrate". If it had data, stop the service and restore a backup instead.',
      ],
    ]);
    writeFileSync(file, whole.fill(0x5a, 100, 4096 * 9));
    const [[finding, remedy] = []] = await stored();
    assert.match(finding!, /^(The database cannot be opened: the file is damaged|The file is damaged \(.+\))\.$/);
    assert.match(remedy!, /restore a backup\.$/);
  });

  it('takes a full disk for what it is, not for missing permissions', async (t) => {
    const disk = mountSmallDisk(t, 8);
    if (typeof disk === 'string') return t.skip(disk);
    const here = installationIn(disk.folder, 'data');
    await installed(here, { 'a.txt': 'a' });
    disk.fill();
    const findings = await examined(t, { DATABASE_URL: here.databaseUrl, DATA_DIR: here.dataDir });
    const full = [...of(findings, 'disk'), ...of(findings, 'uploads')].filter(({ finding }) =>
      finding.startsWith('Files cannot be written'),
    );
    assert.equal(full.length, 2);
    for (const { state, finding, remedy } of full) {
      assert.equal(state, 'problem');
      assert.match(finding, /ENOSPC/);
      assert.equal(remedy, 'Free some space, or set DATA_DIR to a larger disk: nothing can be saved on a full disk.');
    }
    // Reading the database needs a file for shared memory, for which there is no room.
    const [store] = of(findings, 'store');
    if (store!.state !== 'ok') {
      assert.equal(store!.finding, 'The database cannot be opened: its disk is full; free some space.');
      assert.equal(store!.remedy, 'Free some space on the disk of the database.');
    }
    disk.empty();
  });

  it('says of a rejected certificate what to set, and not how to start Node', async (t) => {
    const certificates = await makeCertificates(t);
    if (typeof certificates === 'string') return t.skip(certificates);
    const { selfSigned, withoutChain, ofOwnCa } = certificates;
    const ownCa =
      'Let the server send its whole certificate chain. If the certificate comes from a CA of your own, set NODE_EXTRA_CA_CERTS to a file with the certificate of that CA, for the service too.';
    const single =
      'Use a certificate of a CA, or set NODE_EXTRA_CA_CERTS to a file with this certificate, for the service too.';
    for (const [options, reason, remedy] of [
      [selfSigned, 'self-signed certificate', single],
      [withoutChain, 'unable to verify the first certificate', ownCa],
      [ofOwnCa, 'self-signed certificate in certificate chain', ownCa],
    ] as const) {
      const url = await serving(t, options);
      const findings = await examined(t, {
        PUBLIC_URL: url,
        TRUST_PROXY: 'loopback',
        OIDC_ISSUER: url,
        OIDC_CLIENT_ID: 'fingerpost',
        OIDC_CLIENT_SECRET: 'secret',
        UPLOADS_URL: `s3://files/live?endpoint=${url}`,
        S3_ACCESS_KEY_ID: 'key',
        S3_SECRET_ACCESS_KEY: 'secret',
        SMTP_URL: url.replace('https:', 'smtps:'),
        MAIL_FROM: 'ada@links.example',
      });
      assert.doesNotMatch(JSON.stringify(findings), /system-ca|running Node/);
      for (const check of ['proxy', 'provider', 'uploads', 'mail']) {
        const [found] = of(findings, check);
        assert.ok(found!.finding.includes(`${reason}.`), `${check}: ${found!.finding}`);
        assert.equal(found!.remedy, remedy, check);
      }
    }
  });
});

/** HTTPS on loopback. */
async function serving(t: TestContext, options: ServerOptions): Promise<string> {
  const server = createServer(options, (_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function makeCertificates(t: TestContext) {
  const folder = await temporaryFolder(t);
  const openssl = (...args: string[]) => spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  for (const args of [
    ['req', '-x509', ...key, '-days', '2', '-subj', '/CN=Our own CA', '-keyout', 'ca.key', '-out', 'ca.crt'],
    ['req', '-x509', ...key, '-days', '2', ...names, '-keyout', 'self.key', '-out', 'self.crt'],
    ['req', ...key, ...names, '-keyout', 'leaf.key', '-out', 'leaf.csr'],
    'x509 -req -in leaf.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -copy_extensions copy -out leaf.crt'.split(
      ' ',
    ),
  ]) {
    const { status, stderr, error } = openssl(...args);
    if (error) return `openssl is not installed: ${error.message}`;
    assert.equal(status, 0, stderr);
  }
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return {
    selfSigned: { key: read('self.key'), cert: read('self.crt') },
    withoutChain: { key: read('leaf.key'), cert: read('leaf.crt') },
    ofOwnCa: { key: read('leaf.key'), cert: read('leaf.crt') + read('ca.crt') },
  };
}
