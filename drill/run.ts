// npm run drill [-- [NAME…] [--quick]]
// Runs the named drills, or all. A drill that fails or misses a target ends the run with 1. docs/reliability.md describes them.
import { backup } from './backup.ts';
import { cluster } from './cluster.ts';
import { copy } from './copy.ts';
import { diskFull } from './disk-full.ts';
import { hostile } from './hostile.ts';
import { kills } from './kills.ts';
import { nodes } from './nodes.ts';
import { proxies } from './proxies.ts';
import { reload } from './reload.ts';
import { signIns } from './sign-ins.ts';
import { soak } from './soak.ts';
import { storeAway } from './store-away.ts';
import type { Trial } from './support/findings.ts';
import { runTrials } from './support/run.ts';
import { tally } from './tally.ts';

const drills: Record<string, Trial> = {
  tally,
  kills,
  'store-away': storeAway,
  'disk-full': diskFull,
  nodes,
  reload,
  cluster,
  soak,
  hostile,
  'sign-ins': signIns,
  backup,
  copy,
  proxies,
};

await runTrials(drills, { mayMiss: false });
