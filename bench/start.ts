// Time from process start to the first answers, on an existing database; for comparison the start of a bare server.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Finding, median, spread, type Trial } from '../drill/support/findings.ts';
import { temporaryFolder } from '../drill/support/processes.ts';
import { freePort } from '../test/support/free-port.ts';
import { prepareDatabase } from './database.ts';

const TARGET_MS = 1000;
const VIEWS = 100_000;
const QUICK_VIEWS = 10_000;
const ASK_EVERY_MS = 10;
const GIVE_UP_MS = 20_000;

interface Started {
  health: number;
  user: number;
}

export const start: Trial = async ({ t, quick, rounds, say }) => {
  const folder = temporaryFolder(t);
  const { url, key } = await prepareDatabase(`sqlite:${join(folder, 'bench.db')}`, quick ? QUICK_VIEWS : VIEWS);
  const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  const quietly = '--disable-warning=ExperimentalWarning';
  const settings = { DATABASE_URL: url, DATA_DIR: folder, DEMO: 'off', LOG_LEVEL: 'warn' };
  const bare = () => startOnce(process.execPath, [quietly, file('../drill/support/bare.ts')], {}, key);
  const ours = () => startOnce(file('../bin/fingerpost'), ['serve'], settings, key);

  const times: { bare: Started; ours: Started }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const timed = { bare: await bare(), ours: await ours() };
    const parts = [timed.bare.user, timed.ours.health, timed.ours.user].map(Math.round);
    say(`bare ${parts[0]} ms, ours /health ${parts[1]} ms, /user ${parts[2]} ms`);
    // The first start also fills the compile cache that later ones use.
    if (round > 0) times.push(timed);
  }
  const finding = (what: string, which: keyof Started): Finding => {
    const took = times.map(({ ours }) => ours[which]);
    return { what, figure: `${spread(took, 0)} ms`, target: `< ${TARGET_MS} ms`, met: median(took) < TARGET_MS };
  };
  const bareTimes = times.map(({ bare }) => bare.user);
  return [
    finding('start to the first 200 of /health', 'health'),
    finding('start to the first 200 of /api/v1/user with a key', 'user'),
    { what: 'start of a bare server to its first 200', figure: `${spread(bareTimes, 0)} ms` },
    { what: '÷ start of a bare server', figure: spread(times.map(({ ours, bare }) => ours.user / bare.user)) },
  ];
};

async function startOnce(
  command: string,
  args: string[],
  environment: Record<string, string>,
  key: string,
): Promise<Started> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), DASHBOARD_PORT: '0', ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    const [health, user] = await Promise.all([
      untilAnswered(child, `http://127.0.0.1:${port}/health`, {}),
      untilAnswered(child, `http://127.0.0.1:${port}/api/v1/user`, { authorization: `Bearer ${key}` }),
    ]);
    return { health: health - begun, user: user - begun };
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

/** Resolves with the time of the first 200. */
async function untilAnswered(child: ChildProcess, url: string, headers: Record<string, string>): Promise<number> {
  const deadline = performance.now() + GIVE_UP_MS;
  while (child.exitCode === null && performance.now() < deadline) {
    if ((await statusOf(url, headers)) === 200) return performance.now();
    await sleep(ASK_EVERY_MS);
  }
  throw new Error(`${url} did not answer`);
}

function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve) => {
    get(url, { headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    }).on('error', () => resolve(undefined));
  });
}
