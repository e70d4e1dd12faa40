// Visits recorded per second, in batches, each committed to the queue before the next begins; for comparison SQLite
// itself with the same rows through one prepared statement, and how fast the queue is aggregated.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClock } from '../server/system/clock.ts';
import type { VisitEvent } from '../server/visits/record/identify.ts';
import { type BenchOptions, median, type Outcome, spread, thousands } from './bench.ts';
import { inFolder, prepareDatabase, withStore } from './database.ts';
import { requests, visitors } from './visitors.ts';

const TARGET = 50_000;
const VISITS = 100_000;
const BATCH = 1000;

export async function recording(options: BenchOptions): Promise<Outcome> {
  return inFolder(async (folder) => {
    const { url, accountId } = await prepareDatabase(`sqlite:${join(folder, 'bench.db')}`, BATCH);
    const bare = openBare(join(folder, 'bare.db'));
    const batches = [...visitors(accountId, VISITS, createClock()(), { size: BATCH })];
    const unknown = requests(accountId, VISITS);
    const rates: Record<'bare' | 'recorded' | 'counted' | 'identified', number[]> = {
      bare: [],
      recorded: [],
      counted: [],
      identified: [],
    };

    await withStore(url, async (_store, visits) => {
      for (let round = 0; round <= options.rounds; round += 1) {
        const bareRate = await perSecond(async () => {
          for (const batch of batches) bare.record(batch);
        });
        const recordedRate = await perSecond(async () => {
          for (const batch of batches) await visits.recordMany(batch);
        });
        const countedRate = await perSecond(() => visits.aggregateAll());
        const identifiedRate = await perSecond(async () => {
          for (let from = 0; from < VISITS; from += BATCH) await visits.recordMany(unknown.slice(from, from + BATCH));
        });
        await visits.aggregateAll();
        bare.clear();
        options.say(
          `recording: bare ${thousands(bareRate)}/s, recorded ${thousands(recordedRate)}/s, counted ${thousands(countedRate)}/s, identified and recorded ${thousands(identifiedRate)}/s`,
        );
        // The first round is a warm-up.
        if (round === 0) continue;
        rates.bare.push(bareRate);
        rates.recorded.push(recordedRate);
        rates.counted.push(countedRate);
        rates.identified.push(identifiedRate);
      }
    });
    bare.close();

    const rate = median(rates.recorded);
    const ratios = rates.recorded.map((recorded, round) => recorded / rates.bare[round]!);
    const sustained = rates.recorded.map((recorded, round) => 1 / (1 / recorded + 1 / rates.counted[round]!));
    return {
      figures: [
        {
          name: 'visits recorded per second',
          figure: spread(rates.recorded, 0),
          target: `≥ ${thousands(TARGET)}`,
          met: rate >= TARGET,
        },
        { name: '÷ bare inserts', figure: `${spread(ratios)}: ${thousands(median(rates.bare))} bare` },
        { name: 'visits identified and recorded per second', figure: spread(rates.identified, 0) },
        { name: 'visits counted per second', figure: spread(rates.counted, 0) },
        { name: 'visits per second, recorded and counted by one process', figure: spread(sustained, 0) },
      ],
      notes: [
        `${thousands(VISITS)} visits per round in batches of ${thousands(BATCH)}, already identified; a batch is committed to the write-ahead log before the next begins, as in the service (a killed process loses none of them).`,
        'Identified and recorded: also resolves addresses, most of them new, and user agents to places, browsers and visitors; the live list is written at the same time.',
        'Bare inserts: a row for each visit, the same commits, one prepared statement of node:sqlite.',
      ],
    };
  });
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return VISITS / ((performance.now() - begun) / 1000);
}

function openBare(path: string) {
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE journal (
      account_id integer, id text, at integer, target_id integer, visitor text,
      country text, city text, os text, browser text, PRIMARY KEY (account_id, id)
    ) WITHOUT ROWID`);
  const insert = database.prepare('INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  let count = 0;
  return {
    record(batch: readonly VisitEvent[]): void {
      database.exec('BEGIN IMMEDIATE');
      for (const { accountId, at, targetId, visitor, country, city, os, browser } of batch) {
        count += 1;
        const id = count.toString(36).padStart(26, '0');
        insert.run(accountId, id, at, targetId, visitor, country, city, os, browser);
      }
      database.exec('COMMIT');
    },
    clear: () => database.exec('DELETE FROM journal'),
    close: () => database.close(),
  };
}
