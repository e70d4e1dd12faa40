// Who may ask for a preview, what is refused, and that nothing is stored or counted.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { belongings } from '../../fuzz/marked-account.ts';
import { type Account, type Answer, type Api, assertError, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { pageOfLinks } from '../../support/pages/large-pages.ts';
import { wholePage } from '../../support/pages/whole-page.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
type Stored = any;

for (const engine of enginesOf(import.meta.url)) {
  describe(`A request for a preview on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    let blocks: Stored[];
    before(async () => {
      api = await openApi(engine, { RATE_LIMIT: '0' });
      ada = await api.account('ada');
      await importInto(ada, wholePage);
      blocks = (await api.call('GET /blocks?results_per_page=100', { key: ada.key })).body.response;
    });
    after(() => api.close());

    async function importInto({ key }: Account, document: object): Promise<void> {
      const { status, text } = await api.call('POST /page/import', { key, json: { document } });
      assert.equal(status, 200, text);
    }
    const preview = (json: unknown, { key }: { key: string } = ada): Promise<Answer> =>
      api.call('POST /page/preview', { key, json });
    async function assertApiError(json: unknown, fields: string[]): Promise<void> {
      const answer = await preview(json);
      assertError(answer, 422, 'invalid');
      assert.deepEqual(Object.keys(answer.body.errors), fields);
    }
    const of = (type: string) => blocks.find(({ block }) => block === type);

    it('needs a key with read scope only', async () => {
      const reader = await api.keyFor(ada, { scope: 'read' });
      assert.equal((await preview({ profile: { bio: 'Read' } }, reader)).status, 200);
      assertError(await api.call('POST /page/preview', { json: {} }), 401, 'unauthenticated');
    });

    it('may be empty', async () => {
      const { status, body } = await api.call('POST /page/preview', { key: ada.key });
      assert.equal(status, 200);
      assert.match(body.response.html, /^<!doctype html>/);
    });

    it('stores nothing and counts nothing', async () => {
      const before = await belongings(api.store, ada.id);
      const views = async () => (await api.call('GET /analytics/views', { key: ada.key })).body;
      const seen = await views();
      const changes = {
        profile: { name: 'Unsaved' },
        blocks: [{ id: of('text').id, name: 'Unsaved', position: 1 }],
        items: [{ id: of('image').items[0].id, slug: 'unsaved' }],
        hidden: [of('divider').id],
        new_blocks: [{ block: 'links', items: [{ link: 'https://a.example/' }] }],
      };
      assert.equal((await preview(changes)).status, 200);
      await api.visits.aggregateAll();
      assert.deepEqual(await belongings(api.store, ada.id), before);
      assert.deepEqual(await views(), seen);
    });

    it('is refused with all invalid values, by the path of each', async () => {
      const link = of('image').items[0].id;
      await assertApiError(
        {
          social: { whatsapp: 'not a number' },
          blocks: [{ id: of('gallery').id, settings: { columns: 'many' } }, { id: 999_999_999 }, 'text'],
          items: [
            { id: link, link: 'javascript:alert(1)' },
            { id: link, settings: { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' } },
            { id: link, thumbnail: 'https://elsewhere.example/a.png' },
            { id: link, block_id: of('text').id },
          ],
          new_blocks: [{ block: 'unheard' }, { block: 'links', items: [{ link: 'nowhere' }] }],
        },
        [
          'social.whatsapp',
          'blocks.0.settings.columns',
          'blocks.1.id',
          'blocks.2',
          'items.0.link',
          'items.1.settings.to',
          'items.2.thumbnail',
          'items.3.block_id',
          'new_blocks.0.block',
          'new_blocks.1.items.0.link',
        ],
      );
      await assertApiError({ order: [of('text').id] }, ['order']);
      await assertApiError({ at: 'tomorrow' }, ['at']);
      await assertApiError({ items: [{ id: link, slug: 'links-1' }] }, ['items.0.slug']);
      await assertApiError({ background: { settings: { image: { external_url: 'http://a.example/a.png' } } } }, [
        'background.settings.image.external_url',
      ]);
    });

    it('is refused with unknown fields, by the path of each', async () => {
      await assertApiError({ profil: {} }, ['profil']);
      await assertApiError({ profile: { biog: 'x' } }, ['profile.biog']);
      await assertApiError({ blocks: [{ id: of('text').id, nam: 'x' }] }, ['blocks.0.nam']);
      await assertApiError({ items: [{ id: of('image').items[0].id, conten: {} }] }, ['items.0.conten']);
      await assertApiError({ new_blocks: [{ block: 'text', nam: 'x' }] }, ['new_blocks.0.nam']);
    });

    it('may contain records as they are read', async () => {
      const { key } = ada;
      const { response: profile } = (await api.call('GET /user/profile', { key })).body;
      const items = blocks.flatMap((block) => block.items);
      const answer = await preview({ profile, blocks, items });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.body.response.html, (await preview({})).body.response.html);
    });

    it('cannot name blocks and items of another account', async () => {
      const eve = await api.account('eve');
      const foreign = { blocks: [{ id: of('text').id }], items: [{ id: of('image').items[0].id }] };
      const answer = await preview(foreign, eve);
      assertError(answer, 422, 'invalid');
      assert.deepEqual(Object.keys(answer.body.errors), ['blocks.0.id', 'items.0.id']);
    });

    it('is refused beyond two at a time for an account, and accepted again later', async () => {
      const large = await api.account('large');
      await importInto(large, pageOfLinks(200, 'a'));
      const answers = await Promise.all([1, 2, 3, 4].map(() => preview({}, large)));
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, 200, 503, 503]);
      const refused = answers.find(({ status }) => status === 503)!;
      assert.equal(refused.headers['retry-after'], '1');
      assert.equal((await preview({}, large)).status, 200);
    });
  });
}
