// Writes docs/openapi.json from the routes, or checks that the committed file is up to date.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { openFileStorage } from '../files/open.ts';
import { openStore } from '../storage/store.ts';
import { createClock } from '../system/clock.ts';
import { installation } from '../system/paths.ts';
import { createVisits } from '../visits/index.ts';
import { createGeography } from '../visits/record/geography.ts';

const path = join(installation, 'docs/openapi.json');
const folder = mkdtempSync(join(tmpdir(), 'fingerpost-openapi-'));
const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
const logger = pino({ level: config.logLevel });
const store = await openStore(config.databaseUrl, { watch: false });
const clock = createClock();
const geography = createGeography({ logger });
const visits = createVisits({ store, clock, geography, logger });
const files = openFileStorage(config);
const server = await buildApp({ config, store, files, clock, geography, visits, logger });
const document = `${JSON.stringify(server.apiDocument(), null, 2)}\n`;
await server.close();
await store.close();
rmSync(folder, { recursive: true });

if (process.argv.includes('--write')) {
  writeFileSync(path, document);
} else if (readFileSync(path, 'utf8') !== document) {
  console.error('docs/openapi.json is out of date. Run "npm run openapi" and commit the difference.');
  process.exit(1);
}
