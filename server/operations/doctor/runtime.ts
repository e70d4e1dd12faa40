// What the machine allows the process.
import { readFile } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { ok, type Verdict, warning } from './finding.ts';

/** Files of our own beside the connections: the store, the places, the log. */
const OWN_FILES = 100;

export async function checkRuntime({ maxConnections }: Config): Promise<Verdict> {
  const files = await mostOpenFiles();
  if (files !== undefined && files < maxConnections + OWN_FILES) {
    return warning(
      `${files} files may be open at once, fewer than MAX_CONNECTIONS (${maxConnections}) needs.`,
      `Raise it (LimitNOFILE in a systemd unit, ulimit -Hn in a shell), or lower MAX_CONNECTIONS.`,
    );
  }
  return ok(`Node ${process.versions.node}.`);
}

/** The limit as far as the process may raise it, which Node does at start; only Linux tells. */
async function mostOpenFiles(): Promise<number | undefined> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const hard = /^Max open files\s+\S+\s+(\d+)/m.exec(limits)?.[1];
  return hard === undefined ? undefined : Number(hard);
}
