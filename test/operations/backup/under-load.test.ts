import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { createVisits } from '../../../server/visits/index.ts';
import { viewsReport } from '../../../server/visits/read/report.ts';
import { type Child, startScript } from '../../support/child.ts';
import { backup, clock, installationIn, installed, temporaryFolder, withStore } from './folders.ts';

const BACKUPS = 3;

it('a backup during recording and aggregating contains each visit once', async (t) => {
  const folder = await temporaryFolder(t);
  const here = installationIn(folder, 'here');
  await installed(here);
  const visited = startScript(t, new URL('children/visited.ts', import.meta.url), here.databaseUrl);
  await visited.said('ready');

  const made: { file: string; before: number; after: number }[] = [];
  for (let number = 0; number < BACKUPS; number += 1) {
    const file = join(folder, `${number}.tar.gz`);
    const before = await recorded(visited, `before ${number}`);
    await backup(here, file);
    made.push({ file, before, after: await recorded(visited, `after ${number}`) });
  }
  visited.say('stop\n');
  assert.equal((await visited.ended).code, 0);
  assert.ok(made.at(-1)!.after > made[0]!.before);

  for (const [number, { file, before, after }] of made.entries()) {
    const there = installationIn(folder, `there ${number}`);
    mkdirSync(there.dataDir);
    execFileSync('tar', ['-xzf', file, '-C', there.dataDir]);
    const { visits, unique } = await counted(there.databaseUrl);
    assert.equal(visits, unique, 'no visit twice');
    // One may be recorded but not yet reported.
    assert.ok(before <= visits && visits <= after + 1, `${before} before, ${visits} in it, ${after} after`);
  }
});

async function recorded(child: Child, moment: string): Promise<number> {
  child.say(`${moment}\n`);
  return Number(await child.found(new RegExp(`${moment}: (\\d+)\\.`)));
}

async function counted(databaseUrl: string): Promise<{ visits: number; unique: number }> {
  return withStore(databaseUrl, async (store) => {
    const geography = { locate: async () => ({ country: 'xx', city: 'Unknown, XX' }) };
    const visits = createVisits({ store, clock, geography, logger: console });
    await visits.aggregateAll();
    return (await viewsReport(store.read, 1)).getviews;
  });
}
