// The client as another program uses it: built, installed, typed and run.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { buildClient, compile, temporaryFolder } from './build.ts';
import { startLoopback, success } from './loopback.ts';

// `@ts-expect-error` marks each line that must not compile. The compiler reports those that do.
const consumer = `
import { createFingerpost, etagOf, FingerpostError, type PageOf, type Pixel, type Settings } from '@fingerpost/client';

declare const process: { argv: string[] };
const settings: Settings = { url: process.argv[2]!, key: 'fp_key' };
const fingerpost = createFingerpost(settings);

export async function unused() {
  // @ts-expect-error a URL is needed
  createFingerpost({ key: 'fp_key' });
  // @ts-expect-error no such platform
  await fingerpost.pixels.create({ name: 'Shop', type: 'myspace', pixel_id: '1' });
  // @ts-expect-error a creation needs a pixel_id
  await fingerpost.pixels.create({ name: 'Shop', type: 'quora' });
  // @ts-expect-error a flag is 0 or 1
  await fingerpost.pixels.edit(1, { status: 2 });
  // @ts-expect-error an id is a number
  await fingerpost.pixels.get('1');
  // @ts-expect-error no page has that size
  await fingerpost.pixels.list({ results_per_page: 20 });
  // @ts-expect-error only activities have a type to filter by
  fingerpost.pixels.each({ type: 'login' });
  // @ts-expect-error an edit has no Idempotency-Key
  await fingerpost.pixels.edit(1, {}, { idempotencyKey: 'order-1' });
  // @ts-expect-error a creation has no If-Match
  await fingerpost.blocks.create({ block: 'divider' }, { ifMatch: '"1"' });
  // @ts-expect-error no such type of block
  await fingerpost.blocks.create({ block: 'carousel' });
  // @ts-expect-error what a block takes follows from its type: a heading has no places
  await fingerpost.blocks.create({ block: 'heading', blocks: { content: { latitude: 1 } } });
  // @ts-expect-error nor items
  await fingerpost.blocks.create({ block: 'heading', items: [{}] });
  // @ts-expect-error a file is no text
  await fingerpost.uploads.create({ file: 'me.jpg' });
  // @ts-expect-error there is no such operation
  await fingerpost.user.delete();
  // @ts-expect-error a profile has no price
  (await fingerpost.user.get()).price;
  // @ts-expect-error a name may be null
  (await fingerpost.blocks.get(1)).name.length;
  // @ts-expect-error a page is not its records
  (await fingerpost.pixels.list()).length;

  await fingerpost.blocks.create({ block: 'heading', settings: { level: null } }, { idempotencyKey: 'order-1' });
  await fingerpost.blocks.edit(1, { name: null }, { ifMatch: etagOf(await fingerpost.blocks.get(1)) });
  await fingerpost.uploads.create({ file: new Uint8Array(1) });
  await fingerpost.page.import({ document: { ...(await fingerpost.page.get()), pixels: [] } });
  const page: PageOf<Pixel> = await fingerpost.pixels.list({ page: 2, results_per_page: 25 });
  const { name, plan_name } = await fingerpost.user.get({ signal: AbortSignal.timeout(1000) });
  const text: string = await fingerpost.pixels.delete(1);
  const visits: number | undefined = (await fingerpost.analytics.getClicks()).links['shop']?.visits;
  for await (const { type } of fingerpost.activities.each({ type: 'login' })) type.toUpperCase();
  const error = new FingerpostError('unreachable', 'Nobody is there.');
  const code: 'unavailable' | 'unreachable' | undefined =
    error.code === 'unavailable' || error.code === 'unreachable' ? error.code : undefined;
  // @ts-expect-error there is no such code
  error.code === 'away';
  return [page, name, plan_name, text, visits, code];
}

for await (const pixel of fingerpost.pixels.each()) console.log(pixel.name);
const { id } = await fingerpost.pixels.create({ name: 'Shop', type: 'quora', pixel_id: 'q-1' });
console.log(id);
`;

const strict = { target: 'es2022', module: 'nodenext', strict: true, noUncheckedIndexedAccess: true, types: [] };

describe('The built package', () => {
  it('has the types of the document, and runs as plain JavaScript', async (t) => {
    const project = temporaryFolder(t);
    buildClient(project);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: strict, files: ['consumer.ts'] }));
    writeFileSync(join(project, 'consumer.ts'), consumer);
    compile(project);

    const { url, received } = await startLoopback(
      t,
      success([{ name: 'One' }, { name: 'Two' }], { next_page_url: 'http://links.example/?page=2' }),
      success([{ name: 'Three' }], { next_page_url: null }),
      success({ id: 7, message: 'The pixel was saved.' }),
    );
    const { stdout } = await promisify(execFile)(process.execPath, [join(project, 'consumer.js'), url]);
    assert.equal(stdout, 'One\nTwo\nThree\n7\n');
    assert.deepEqual(
      received.map(({ method, url: path }) => `${method} ${path}`),
      [
        'GET /api/v1/pixels?results_per_page=100&page=1',
        'GET /api/v1/pixels?results_per_page=100&page=2',
        'POST /api/v1/pixels',
      ],
    );
  });
});
