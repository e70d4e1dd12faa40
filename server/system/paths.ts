// Where files of the installation are. This file is `server/system/paths.ts`, or in `dist/system/` if the server was built.
import { fileURLToPath } from 'node:url';

/** The installation folder. Defaults are relative to it, so that every command finds the same data. */
export const installation = fileURLToPath(new URL('../..', import.meta.url));

/** Whether this process runs the built server, and not its sources. */
export const isServerBuilt = !import.meta.url.endsWith('.ts');

/**
 * The start of a process or a thread, by its path in `server/` without the extension. All are in
 * `bin/build-server.mjs`.
 */
export function programAt(path: string): URL {
  return new URL(`../${path}${isServerBuilt ? '.js' : '.ts'}`, import.meta.url);
}
