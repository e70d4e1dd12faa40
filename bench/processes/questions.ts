// Preloaded into a measured process: reports its CPU time, CPU profile and memory on request.
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';

export type Question = 'cpu' | 'memory' | 'peak memory' | 'start profile' | 'end profile';

/** A function and its share of the profile's samples (self time). */
export interface Cost {
  readonly location: string;
  readonly share: number;
}

/** In bytes. All except `before` are after a garbage collection. */
export interface Memory extends NodeJS.MemoryUsage {
  readonly before: number;
}

const MAX_COSTS = 10;
/** In the name of a bundled file. */
const HASH = /-[\w-]{8}\.js$/;
const session = new Session();
process.on('message', async (question: Question) => {
  if (question === 'cpu') process.send!(cpuSeconds());
  if (question === 'memory') process.send!(await memory());
  if (question === 'peak memory') process.send!(1024 * process.resourceUsage().maxRSS);
  if (question === 'start profile') {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    process.send!(true);
  }
  if (question === 'end profile') {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    process.send!(topCosts(profile));
  }
});

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function memory(): Promise<Memory> {
  const before = process.memoryUsage.rss();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
  return { before, ...process.memoryUsage() };
}

function topCosts(profile: Profiler.Profile): Cost[] {
  const samples = new Map<number, number>();
  for (const id of profile.samples ?? []) samples.set(id, (samples.get(id) ?? 0) + 1);
  const locations = new Map<string, number>();
  let busy = 0;
  for (const { id, callFrame } of profile.nodes) {
    const count = samples.get(id) ?? 0;
    if (count === 0 || callFrame.functionName === '(idle)') continue;
    busy += count;
    const file = callFrame.url
      .replace(/^.*\/node_modules\//, '')
      .replace(/^file:.*\/(server|contract|bench|dist)\//, '$1/')
      .replace(HASH, '.js');
    const location =
      `${callFrame.functionName || '(anonymous)'} ${file && `${file}:${callFrame.lineNumber + 1}`}`.trim();
    locations.set(location, (locations.get(location) ?? 0) + count);
  }
  return [...locations]
    .map(([location, count]) => ({ location, share: count / busy }))
    .sort((a, b) => b.share - a.share)
    .slice(0, MAX_COSTS);
}
