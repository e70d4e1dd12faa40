import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, assertError, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

const PAPER = 'Left at the oak, right at the ford.\n';
/** Two by two pixels. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR4nGMQ0HL+//8/A4QCACjUBvVtszahAAAAAElFTkSuQmCC';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Pictures in a page document on ${engine.name}`, () => {
    let api: Api;
    let bob: Account;
    before(async () => {
      api = await openApi(engine);
      bob = await api.account('bob');
    });
    after(() => api.close());

    const page = (account: Account) => api.call('GET /page', { key: account.key });
    const send = (account: Account, json: object) => api.call('POST /page/import', { key: account.key, json });
    const imported = async (account: Account, document: object, more: object = {}) => {
      const answer = await send(account, { document, ...more });
      assert.equal(answer.status, 200, answer.text);
      return answer.body.response;
    };
    const blocks = async (account: Account) => (await api.call('GET /blocks', { key: account.key })).body.response;

    it('takes pictures and files of the importing account', async () => {
      const [ann, dan] = [await api.account('ann'), await api.account('dan')];
      const picture = await upload(ann, 'post.png', Buffer.from(PNG, 'base64'));
      const paper = await upload(ann, 'paths.txt', Buffer.from(PAPER));
      const document = {
        $schema: 'https://links.example/page.schema.json',
        version: 1,
        profile: { name: 'Ann', avatar: picture },
        seo: { opengraph_image: picture },
        background: { type: 'image', settings: { image: { image: picture } } },
        blocks: [
          { block: 'gallery', items: [{ caption: 'A post', thumbnail: picture }] },
          { block: 'file', items: [{ caption: 'Paths', link: paper, slug: 'paths' }] },
        ],
      };
      await imported(ann, document);
      assert.deepEqual((await page(ann)).body.response, document);

      assertError(await send(dan, { document }), 422, 'invalid');
      assert.equal(await upload(dan, 'post.png', Buffer.from(PNG, 'base64')), picture);
      assert.equal(await upload(dan, 'paths.txt', Buffer.from(PAPER)), paper);
      const preview = await imported(dan, document, { dry_run: true });
      const done = await imported(dan, document);
      assert.deepEqual(done.changes, preview.changes);
      assert.equal((await page(dan)).text, (await page(ann)).text);
      const own = (await api.call('GET /uploads', { key: dan.key })).body.response;
      assert.equal(own.length, 2);
      for (const { url, user, in_use } of own) {
        assert.deepEqual([user, in_use], [dan.id, true]);
        const answer = await api.app.inject({ method: 'GET', url: new URL(url).pathname });
        assert.equal(answer.statusCode, 200);
      }
      const [block] = await blocks(dan);
      assert.match(block.items[0].thumbnail, new RegExp(`^https://links\\.example/uploads/[0-9a-f]{64}/${dan.token}/`));

      const rejected = await send(dan, { document: { version: 1, profile: { avatar: paper } } });
      assert.deepEqual(Object.keys(rejected.body.errors), ['document.profile.avatar']);
    });

    const upload = async (account: Account, filename: string, content: Buffer): Promise<string> => {
      const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`;
      const payload = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]);
      const headers = { 'content-type': 'multipart/form-data; boundary=b' };
      const { status, body, text } = await api.call('POST /uploads', { key: account.key, headers, payload });
      assert.equal(status, 200, text);
      const [, , digest, , file] = new URL(body.response.url).pathname.split('/');
      return `upload:${digest}/${file}`;
    };

    it('rejects unknown pictures, or leaves them out on request', async () => {
      const reference = `upload:${'0'.repeat(64)}/600x400.webp`;
      const document = {
        version: 1,
        profile: { avatar: reference },
        background: { type: 'image', settings: { image: { image: reference } } },
        blocks: [
          { block: 'gallery', items: [{ caption: 'Sanding', thumbnail: reference }] },
          { block: 'file', items: [{ caption: 'Map', link: reference, slug: 'map' }] },
        ],
      };
      const rejected = await send(bob, { document });
      assertError(rejected, 422, 'invalid');
      assert.deepEqual(Object.keys(rejected.body.errors).sort(), [
        'document.background.settings.image.image',
        'document.blocks.0.items.0.thumbnail',
        'document.blocks.1.items.0.link',
        'document.profile.avatar',
      ]);
      const { warnings } = await imported(bob, document, { missing_pictures: 'leave_out' });
      assert.equal(warnings.length, 4);
      assert.deepEqual((await page(bob)).body.response.blocks, [
        { block: 'gallery', items: [{ caption: 'Sanding' }] },
        { block: 'file', items: [{ caption: 'Map' }] },
      ]);
    });
  });
}
