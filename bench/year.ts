// A database with visits of one account over a year, on SQLite. Filling one takes long, so BENCH_DATABASES=FOLDER keeps
// them: the next bench of that day copies what is there.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY } from '../contract/time.ts';
import { filesOf } from '../server/storage/dialects/sqlite/saved-file.ts';
import { type BenchOptions, thousands } from './bench.ts';
import { type Prepared, prepareDatabase } from './database.ts';

const PROGRESS_EVERY = 500_000;

export interface Year extends Prepared {
  /** How long filling it took. */
  readonly seconds: number;
}

export async function yearOfVisits(folder: string, size: number, options: BenchOptions): Promise<Year> {
  const keptIn = process.env.BENCH_DATABASES;
  if (!keptIn) return fill(folder, size, options);
  const description = join(keptIn, `${size}.json`);
  if (!existsSync(description)) {
    await mkdir(keptIn, { recursive: true });
    await writeFile(description, JSON.stringify(await fill(keptIn, size, options)));
  }
  const kept = JSON.parse(await readFile(description, 'utf8')) as Year;
  const url = urlIn(folder, size);
  const [from, to] = [filesOf(urlIn(keptIn, size))!, filesOf(url)!];
  await copyFile(from.file, to.file);
  await copyFile(from.queue, to.queue);
  return { ...kept, url };
}

async function fill(folder: string, size: number, options: BenchOptions): Promise<Year> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  const progress = (done: number) => {
    if (done % PROGRESS_EVERY !== 0 && done !== size) return;
    options.say(`${thousands(done)} of ${thousands(size)} visits, ${thousands(done / seconds())}/s`);
  };
  const filled = await prepareDatabase(urlIn(folder, size), size, { withClicks: true, span: 365 * DAY, progress });
  return { ...filled, seconds: seconds() };
}

function urlIn(folder: string, size: number): string {
  return `sqlite:${join(folder, `${size}.db`)}`;
}
