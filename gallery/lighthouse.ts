// npm run lighthouse
// Prints Lighthouse's scores of the demo page on a phone, on a freshly started service, and the weight of the page. Every
// score below 100 is explained; it, or too much weight, exits with 1.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import lighthouse, { type Result } from 'lighthouse';
import { freePort } from '../bench/processes.ts';
import { inScope } from '../drill/scope.ts';
import { startBrowser } from '../test/support/browser.ts';
import { engines } from '../test/support/engines.ts';
import { startServer } from '../test/support/server.ts';
import { freshDatabase } from '../test/support/store.ts';

/** HTML and CSS together, compressed; without pictures and fonts. */
const MAX_BYTES = 14_000;
/** Characters; the beginning is enough. */
const MAX_OF_A_FINDING = 600;

const isFine = await inScope(async (scope) => {
  const databaseUrl = await freshDatabase(scope, engines.find(({ name }) => name === 'sqlite')!);
  const { url } = await startServer(scope, { DATABASE_URL: databaseUrl, DEMO: 'on' });
  const page = `${url}/demo`;
  const weight = await weigh(page);
  console.log(`${page}\nHTML and CSS: ${weight} bytes compressed, of ${MAX_BYTES}`);

  const port = await freePort();
  await startBrowser(scope, [`--remote-debugging-port=${port}`]);
  const report = (await lighthouse(page, { port, output: 'json', logLevel: 'error' }))?.lhr;
  if (!report) throw new Error('Lighthouse gave no report.');
  if (report.runtimeError) throw new Error(report.runtimeError.message);
  for (const { title, score } of Object.values(report.categories)) console.log(`${percent(score)}  ${title}`);
  for (const line of shortfalls(report)) console.log(line);
  return weight <= MAX_BYTES && Object.values(report.categories).every(({ score }) => score === 1);
});
process.exitCode = isFine ? 0 : 1;

/** Every audit below 1 that counts in a category, with the reason. */
function shortfalls({ categories, audits }: Result): string[] {
  return Object.values(categories).flatMap(({ title, auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const { score, title: what, description, explanation, displayValue, errorMessage, details } = audits[id]!;
      if (score === null || score >= 1) return [];
      const items = details && 'items' in details ? JSON.stringify(details.items).slice(0, MAX_OF_A_FINDING) : '';
      const why = [displayValue, explanation, errorMessage, items].filter(Boolean).join('\n  ');
      return [`\n${title}: ${id} ${percent(score)} (weight ${weight})\n  ${what}. ${description}\n  ${why}`];
    }),
  );
}

function percent(score: number | null): string {
  return score === null ? '  –' : String(Math.round(score * 100)).padStart(3);
}

/** The document with gzip, which every browser supports, and its style sheets, if any. */
async function weigh(page: string): Promise<number> {
  const document = await fetch(page);
  if (!document.ok) throw new Error(`${page} answered ${document.status}.`);
  const text = await document.text();
  const sheets = [...text.matchAll(/<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g)].map(([, path]) => path!);
  const weights = [page, ...sheets.map((path) => new URL(path, page).href)].map(transferred);
  return (await Promise.all(weights)).reduce((sum, bytes) => sum + bytes, 0);
}

async function transferred(address: string): Promise<number> {
  const request = get(address, { headers: { 'accept-encoding': 'gzip' }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  return response.headers['content-encoding'] === 'gzip' ? body.length : gzipSync(body).length;
}
