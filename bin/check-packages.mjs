// A part of `npm ci`. npm silently leaves out optional packages that need a newer Node than the one it runs on. Among them
// are those with the native code of sharp and rolldown: no picture could be decoded, and nothing could be built.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const isInstalled = (name) => existsSync(fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url)));
const canLoad = (name) =>
  import(name).then(
    () => true,
    () => false,
  );

const incomplete = [];
for (const name of ['sharp', 'rolldown']) if (isInstalled(name) && !(await canLoad(name))) incomplete.push(name);

if (incomplete.length > 0) {
  const node = /node\/v?(\S+)/.exec(process.env.npm_config_user_agent ?? '')?.[1] ?? 'that is too old';
  console.error(
    `npm left out parts of ${incomplete.join(' and ')} for this platform, because it runs on Node ${node} (20.19 is needed) or with --omit=optional: run "npx --yes --package=node@24 --package=npm@11 -- npm ci" instead.`,
  );
  process.exit(1);
}
