// The limits of the process.
import { readFile } from 'node:fs/promises';
import { type Config, dashboardConnections } from '../../config.ts';
import { ok, type Verdict, warning } from './finding.ts';

/** Open files besides connections: the database, geolocation data, the log. */
const OWN_FILES = 100;

export async function checkRuntime({ maxConnections, isOneOrigin }: Config): Promise<Verdict> {
  const files = await maxOpenFiles();
  const needed = maxConnections + (isOneOrigin ? 0 : dashboardConnections(maxConnections)) + OWN_FILES;
  if (files !== undefined && files < needed) {
    return warning(
      `The limit of ${files} open files is too low: MAX_CONNECTIONS (${maxConnections}) needs ${needed}.`,
      `Raise the limit (LimitNOFILE in a systemd unit, ulimit -Hn in a shell), or lower MAX_CONNECTIONS.`,
    );
  }
  return ok(`Node ${process.versions.node}.`);
}

/** The hard limit, to which Node raises its own at start. Known on Linux only. */
async function maxOpenFiles(): Promise<number | undefined> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const hard = /^Max open files\s+\S+\s+(\d+)/m.exec(limits)?.[1];
  return hard === undefined ? undefined : Number(hard);
}
