// What the process runs on, and its limits.
import { readFile } from 'node:fs/promises';
import { type Config, dashboardConnections } from '../../config.ts';
import { ok, type Verdict, warning } from './finding.ts';

/** Open files besides connections: the database, geolocation data, the log. */
const OWN_FILES = 100;

export async function checkRuntime(config: Config, isBuilt: boolean): Promise<Verdict[]> {
  return [ok(`Node ${process.versions.node}.`), ...build(isBuilt), ...(await openFiles(config))];
}

function build(isBuilt: boolean): Verdict[] {
  if (isBuilt) return [];
  const sentence = 'The server runs from its sources and takes longer to start: it is not built, or a source is newer.';
  return [warning(sentence, 'Run "npm run build", or "npm ci" without --omit=dev.')];
}

async function openFiles({ maxConnections, isOneOrigin }: Config): Promise<Verdict[]> {
  const files = await maxOpenFiles();
  const needed = maxConnections + (isOneOrigin ? 0 : dashboardConnections(maxConnections)) + OWN_FILES;
  if (files === undefined || files >= needed) return [];
  return [
    warning(
      `The limit of ${files} open files is too low: MAX_CONNECTIONS (${maxConnections}) needs ${needed}.`,
      `Raise the limit (LimitNOFILE in a systemd unit, ulimit -Hn in a shell), or lower MAX_CONNECTIONS.`,
    ),
  ];
}

/** The hard limit, to which Node raises its own at start. Known on Linux only. */
async function maxOpenFiles(): Promise<number | undefined> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const hard = /^Max open files\s+\S+\s+(\d+)/m.exec(limits)?.[1];
  return hard === undefined ? undefined : Number(hard);
}
