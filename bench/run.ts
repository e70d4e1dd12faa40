// npm run bench [-- [NAME…] [--rounds N] [--seconds N] [--full] [--write]]
// Runs the named benches, or all, and prints the results. A missed target is reported but is not a failure, because results
// depend on the load of the machine.
import { parseArgs } from 'node:util';
import { aggregating } from './aggregation.ts';
import type { Bench, BenchOptions } from './bench.ts';
import { cluster } from './cluster.ts';
import { editor } from './editor.ts';
import { endpoints } from './endpoints.ts';
import { live } from './live.ts';
import { memory } from './memory.ts';
import { numbers } from './numbers.ts';
import { page } from './page.ts';
import { stopProcesses } from './processes.ts';
import { reads } from './reads.ts';
import { recording } from './recording.ts';
import { machine, table, writeResults } from './results.ts';
import { soak } from './soak.ts';
import { start } from './start.ts';
import { workers } from './workers.ts';

const benches: Record<string, Bench> = {
  page,
  endpoints,
  recording,
  aggregating,
  cluster,
  reads,
  memory,
  live,
  soak,
  start,
  workers,
  editor,
  numbers,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    full: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const options: BenchOptions = {
  rounds: atLeastOne(values.rounds),
  seconds: atLeastOne(values.seconds),
  full: values.full,
  say: (text) => console.error(text),
};
const names = positionals.length > 0 ? positionals : Object.keys(benches);
const unknown = names.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0)
  stop(`Unknown bench "${unknown.join('", "')}"; choose from ${Object.keys(benches).join(', ')}.`);

process.once('SIGINT', () => stopProcesses().then(() => process.exit(130)));
console.log(machine());
for (const name of names) {
  const begun = performance.now();
  try {
    const outcome = await benches[name]!(options);
    console.log(`\n${name}\n${table(outcome)}\n(${Math.round((performance.now() - begun) / 1000)} s)`);
    if (values.write) await writeResults(name, outcome);
  } finally {
    await stopProcesses();
  }
}

function atLeastOne(text: string): number {
  const number = Number(text);
  if (!(number >= 1)) stop(`"${text}" is not a number of rounds or seconds.`);
  return number;
}

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}
