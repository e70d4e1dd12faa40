// The operator's probes, which must be answered whatever happens.
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../../test/support/server.ts';
import { type Finding, tally } from '../support/findings.ts';

const EVERY_MS = 250;

export function watchProbes(url: string): { stop(): Promise<Finding> } {
  const statuses: (number | string)[] = [];
  let isWatching = true;
  const watching = (async () => {
    while (isWatching) {
      for (const path of ['/health', '/ready']) {
        const answer = call(url, `GET ${path}`);
        statuses.push(await answer.then(({ status }) => status).catch((error: Error) => error.message));
      }
      await sleep(EVERY_MS);
    }
  })();
  return {
    async stop() {
      isWatching = false;
      await watching;
      const met = statuses.every((status) => status === 200);
      return { what: "the operator's probes", figure: tally(statuses), target: 'only 200', met };
    },
  };
}
