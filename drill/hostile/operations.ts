// Backups, copies and imports of the largest page, all at once and again and again. Visits have a file of their own on
// SQLite, so none of this may block them.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { call, launch } from '../../test/support/server.ts';
import { runCopy } from '../support/copy-runs.ts';
import { tally } from '../support/findings.ts';
import { temporaryFolder } from '../support/processes.ts';
import type { Site, Trouble } from './attacks.ts';

export function operations(t: TestContext): Trouble {
  return {
    name: 'backups, copies and imports at once',
    onsetMs: 0,
    async cause(site) {
      const folder = temporaryFolder(t);
      const until = performance.now() + 1000 * site.seconds;
      const outcomes: string[] = [];
      const works = [backUp(t, site, folder), copy(t, site, folder), importPage(site)];
      const repeat = async (work: () => Promise<string>) => {
        do outcomes.push(await work());
        while (performance.now() < until);
      };
      await Promise.all(works.map(repeat));
      const met = outcomes.every((outcome) => /(exit 0|200)$/.test(outcome));
      return [{ what: 'outcomes', figure: tally(outcomes), target: 'all succeed', met }];
    },
  };
}

function backUp(t: TestContext, { databaseUrl, dataDir }: Site, folder: string) {
  const file = join(folder, 'backup.tar.gz');
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  return async () => {
    const { code } = await launch(t, environment, undefined, 'backup', file).ended;
    rmSync(file, { force: true });
    return `backup: exit ${code}`;
  };
}

function copy(t: TestContext, { databaseUrl }: Site, folder: string) {
  const target = join(folder, 'copy');
  return async () => {
    mkdirSync(target);
    await runCopy(t, databaseUrl, `sqlite:${join(target, 'fingerpost.db')}`);
    rmSync(target, { recursive: true });
    return 'copy: exit 0';
  };
}

function importPage({ url, key, largePage }: Site) {
  let count = 0;
  return async () => {
    // In turn, so that each import changes every link.
    const document = largePage.documents[count++ % 2];
    const { status } = await call(url, 'POST /api/v1/page/import', { key, json: { document } });
    return `import: ${status}`;
  };
}
