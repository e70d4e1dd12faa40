// Resources of the calling account, to be read, changed and deleted. Deleted ones are created again, and the page is kept
// from filling up.
import assert from 'node:assert/strict';
import { insertFormEntry } from '../../server/storage/page/form-entries.ts';
import type { Api, Request } from '../support/api.ts';
import { upload } from '../support/upload-form.ts';
import { entryOf, type MarkedAccount } from './marked-account.ts';
import type { OwnThing } from './plans.ts';

/** Above this many blocks, the page is made anew. */
const ENOUGH = 40;

export interface OwnThings {
  /** The id or name of the resource, for a path. */
  name(thing: OwnThing): Promise<string>;
  /** Call after each request: resources may be deleted or renamed. */
  done(url: string): void;
}

export function createOwnThings(api: Api, { id: accountId, key }: MarkedAccount): OwnThings {
  let page: Promise<Record<'block' | 'form' | 'item' | 'upload', number>> | undefined;
  let made = 0;

  async function create(request: string, options: Request): Promise<number> {
    const { status, text, body } = await api.call(request, { key, ...options });
    assert.equal(status, 200, `${request}: ${text}`);
    return body.response.id;
  }

  async function makePage() {
    const { body } = await api.call('GET /blocks?results_per_page=100', { key });
    const blocks = body.response.length > ENOUGH ? body.response : [];
    for (const { id } of blocks) await api.call(`POST /blocks/${id}/delete`, { key });
    const items = ['https://example.com/1', 'https://example.com/2'].map((link) => ({ link }));
    const block = await create('POST /blocks', { json: { block: 'links', items } });
    const form = await create('POST /blocks', { json: { block: 'contact_form' } });
    const answer = await api.call(`GET /blocks/${block}`, { key });
    made += 1;
    const file = await create('POST /uploads', upload(key, ['file', `Own file ${made}`, 'own.txt']));
    return { block, form, item: answer.body.response.items[0].id as number, upload: file };
  }

  async function makeEntry(form: number): Promise<number> {
    return api.store.write(accountId, async (tx) => {
      const [id] = await api.store.dialect.allocateIds(tx, 1);
      await insertFormEntry(tx, accountId, { ...entryOf('Own'), id: id!, block_id: form });
      return id!;
    });
  }

  async function makeDeleted(block: number | undefined): Promise<number> {
    const id =
      block === undefined
        ? await create('POST /blocks', { json: { block: 'divider' } })
        : await create(`POST /blocks/${block}/items`, { json: { link: 'https://example.com/3' } });
    await api.call(`POST ${block === undefined ? '/blocks' : `/blocks/${block}/items`}/${id}/delete`, { key });
    return id;
  }

  /** The newest one; an import makes the first. */
  async function findVersion(): Promise<number> {
    const { body } = await api.call('GET /page/versions', { key });
    if (body.response.length > 0) return body.response[0].id;
    const document = { version: 1, blocks: [{ block: 'divider' }] };
    const imported = await api.call('POST /page/import', { key, json: { document, mode: 'add' } });
    assert.equal(imported.status, 200, imported.text);
    return imported.body.response.version_id;
  }

  async function findShare(): Promise<number> {
    const { body } = await api.call('GET /analytics/shares', { key });
    return body.response[0]?.id ?? create('POST /analytics/shares', { json: { name: 'Own' } });
  }

  return {
    async name(thing) {
      if (thing === 'pixel') {
        return String(await create('POST /pixels', { json: { name: 'Own', type: 'quora', pixel_id: '1' } }));
      }
      if (thing === 'share') return String(await findShare());
      page ??= makePage();
      const own = await page;
      if (thing === 'version') return String(await findVersion());
      if (thing === 'deletedBlock') return String(await makeDeleted(undefined));
      if (thing === 'deletedItem') return String(await makeDeleted(own.block));
      if (thing === 'entry') return String(await makeEntry(own.form));
      if (thing !== 'slug') return String(own[thing]);
      const { body } = await api.call(`GET /links/${own.item}`, { key });
      return encodeURIComponent(body.response.slug);
    },
    done(url) {
      const isGone = /\/(delete|import|restore)(\?|$)/.test(url) && !url.includes('/pixels/');
      if (isGone || /\/(blocks|duplicate)(\?|$)/.test(url) || /\/items\/\d+(\?|$)/.test(url)) page = undefined;
    },
  };
}
