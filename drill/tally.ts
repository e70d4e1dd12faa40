// People and bots visit pages and links before and after midnight; a client keeps its own counts and compares everything
// the API reports with them.
import { AssertionError } from 'node:assert';
import { inScope } from '../bench/scope.ts';
import { type Engine, engines } from '../test/support/engines.ts';
import { runTally } from '../test/visits/tally/stage.ts';
import type { Drill, Finding } from './drill.ts';
import { seconds, thousands } from './figures.ts';

const MAX_MESSAGE = 500;

export const tally: Drill = async ({ say, quick }) => {
  const requests = quick ? 2000 : 20_000;
  const findings: Finding[] = [];
  for (const engine of engines) {
    for (const processes of [1, 2]) {
      const seed = Math.ceil(Math.random() * 2 ** 31);
      const what = `${engine.name}, ${processes} ${processes === 1 ? 'process' : 'processes'}`;
      say(`${what}: ${thousands(requests)} requests, seed ${seed}`);
      findings.push(...(await counted(engine, { processes, requests, seed })).map(named(what)));
    }
  }
  return findings;
};

async function counted(engine: Engine, run: Parameters<typeof runTally>[2]): Promise<Finding[]> {
  const what = 'every count of the API, from each process';
  const target = "the client's counts";
  try {
    const result = await inScope((t) => runTally(t, engine, run));
    const { requests, counted, bot, preview, prefetch, head, uncounted, notModified, tookMs } = result;
    const others = Object.entries({ bots: bot, previews: preview, prefetches: prefetch, HEAD: head });
    return [
      {
        what: 'requests',
        figure: `${thousands(requests)} in ${seconds(tookMs)}: ${thousands(counted)} visits and clicks, ${others.map(([name, count]) => `${thousands(count)} ${name}`).join(', ')}, ${thousands(uncounted)} not counted; ${thousands(notModified)} answered with 304`,
        met: true,
      },
      { what, figure: `${thousands(result.compared)} compared, none differs`, target, met: true },
    ];
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error;
    return [
      {
        what,
        figure: `seed ${run.seed}: ${error.message.slice(0, MAX_MESSAGE).replaceAll(/\s+/g, ' ')}`,
        target,
        met: false,
      },
    ];
  }
}

function named(where: string): (finding: Finding) => Finding {
  return (finding) => ({ ...finding, what: `${where}: ${finding.what}` });
}
