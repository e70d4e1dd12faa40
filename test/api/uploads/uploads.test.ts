import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { limits } from '../../../contract/limits.ts';
import { type Account, type Api, assertError, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { drawn, type FormPart, formOf, formType, png, text, upload, uploadCalls } from '../../support/upload-form.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Uploads on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    let bob: Account;
    before(async () => {
      api = await openApi(engine, { UPLOAD_QUOTA_MB: '1' });
      ada = await api.account('ada');
      bob = await api.account('bob');
    });
    after(() => api.close());

    const { post, posted, get, remove, total, served, stored, staged } = uploadCalls(() => api);

    it('stores a picture, returns its record, and serves every size', async () => {
      const content = await png('#112233');
      const answer = await post(ada, ['name', ' The sea '], ['file', content, 'C:\\photos\\sea.PNG']);
      assert.equal(answer.status, 200, answer.text);
      const { id, url, reference, message } = answer.body.response;
      assert.equal(message, 'The upload was saved.');
      assert.equal(reference, `upload:${hash('sha256', content)}/120x60.webp`);
      const address = `https://links.example/uploads/${hash('sha256', content)}/${ada.token}/120x60.webp`;
      assert.equal(url, address);

      const one = await get(ada, `/${id}`);
      const { bytes, ...record } = one.body.response;
      assert.deepEqual(record, {
        id,
        user: ada.id,
        kind: 'image',
        name: 'The sea',
        type: 'image/webp',
        url: address,
        reference,
        width: 120,
        height: 60,
        in_use: false,
        created_at: '2026-11-15T12:00:00.123456Z',
        updated_at: '2026-11-15T12:00:00.123456Z',
      });
      assert.equal(one.headers.etag, answer.headers.etag);
      const files = await api.files.list(`${hash('sha256', content)}/`);
      assert.deepEqual(
        files.map(({ name }) => name.split('/')[2]),
        ['120x60.webp', '96.avif', '96.webp', 'share.jpg'],
      );
      assert.equal(
        bytes,
        files.reduce((sum, file) => sum + file.bytes, 0),
      );
      assert.equal((await served(url)).status, 200);
    });

    it('stores videos and files unchanged, and detects their type from the contents', async () => {
      const mp4 = Buffer.from('00000020667479706d703432000000006d70343169736f6d000000086d646174', 'hex');
      const webm = Buffer.from(
        '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
        'hex',
      );
      const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
      const cases: [Buffer | string, string, string, string][] = [
        [mp4, 'clip.jpg', 'video', 'video.mp4'],
        [webm, 'clip', 'video', 'video.webm'],
        ['%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF', 'Menü für Ostern (2026).html', 'file', 'menu-fur-ostern-2026.pdf'],
        [zip, '日本.exe', 'file', 'file.zip'],
        ['a,b\n1,ü\n', 'table.CSV', 'file', 'table.csv'],
        ['BMW, and other letters that look like a signature', 'cars.txt', 'file', 'cars.txt'],
      ];
      for (const [content, name, kind, file] of cases) {
        const { id, url } = await posted(ada, ['file', content, name]);
        const record = (await get(ada, `/${id}`)).body.response;
        assert.deepEqual([record.kind, record.name, url.split('/').at(-1)], [kind, name, file]);
        assert.deepEqual((await served(url)).content, Buffer.from(content));
      }
    });

    it('rejects other types, lists the accepted ones, and stores nothing', async () => {
      const before = await stored();
      const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
      const cases: [string, string | Buffer, string][] = [
        ['SVG', svg, 'x.svg'],
        ['SVG that is called a picture', svg.slice(21), 'x.png'],
        ['HTML', '<!doctype html><p>', 'x.html'],
        ['HTML that is called text', ' \n<p>', 'x.txt'],
        ['a script', 'alert(1)', 'x.js'],
        ['a shell script', '#!/bin/sh\nrm -rf /', 'x.txt'],
        ['a program', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), 'x.exe'],
        ['a program for Linux', Buffer.from('7f454c460201010000000000', 'hex'), 'x'],
        ['a property name of every object', 'hello', 'x.constructor'],
        ['text with a NUL', 'a\u0000b', 'x.txt'],
        ['what is no UTF-8', Buffer.from('ff41fe', 'hex'), 'x.txt'],
        ['TIFF', await drawn(9, 9).tiff().toBuffer(), 'x.jpg'],
      ];
      for (const [what, content, name] of cases) {
        const answer = await post(bob, ['file', content, name]);
        assertError(answer, 422, 'invalid');
        assert.match(answer.body.errors.file[0], /Supported types: pictures \(JPEG, .*\), videos .* and files/, what);
      }
      const cut = (await png('#445566')).subarray(0, 100);
      for (const [content, sentence] of [
        ['', /The file is empty/],
        [cut, /damaged, truncated/],
      ] as const) {
        const answer = await post(bob, ['file', content, 'x.png']);
        assertError(answer, 422, 'invalid');
        assert.match(answer.body.errors.file[0], sentence);
      }
      assert.deepEqual(await stored(), before);
      assert.deepEqual(await staged(), []);
      assert.equal(await total(bob), 0);
    });

    it('reports errors of the form in the documented order', async () => {
      const reader = (await api.keyFor(bob, { scope: 'read' })).key;
      const form = formOf(text('hello'));
      const many = formOf(...Array.from({ length: 10_000 }, (_, at): FormPart => [`f${at}`, 'x']));
      const head = Buffer.from(`--signpost\r\nX: ${'a'.repeat(20_000)}`);
      const cases: [number, string, Parameters<Api['call']>[1]][] = [
        [401, 'unauthenticated', { headers: formType, payload: Buffer.alloc(limits.videoBytes * 1.1) }],
        [403, 'forbidden', { key: reader, headers: formType, payload: form }],
        [413, 'too_large', { key: bob.key, headers: formType, payload: Buffer.alloc(limits.videoBytes * 1.1) }],
        [413, 'too_large', { key: bob.key, headers: formType, payload: many }],
        [413, 'too_large', { key: bob.key, headers: formType, payload: head }],
        [413, 'too_large', upload(bob.key, text('hello'), ['name', 'x'.repeat(10_000)])],
        [413, 'too_large', upload(bob.key, ['file', Buffer.alloc(limits.fileBytes + 1, 'x'), 'x.txt'])],
        [415, 'unsupported_media_type', { key: bob.key, json: { file: 'hello' } }],
        [415, 'unsupported_media_type', { key: bob.key, headers: { 'content-type': 'image/png' }, payload: form }],
        [400, 'malformed', { key: bob.key, headers: { 'content-type': 'multipart/form-data' }, payload: form }],
        [400, 'malformed', { key: bob.key, headers: formType, payload: form.subarray(0, -8) }],
        [400, 'malformed', { key: bob.key, headers: formType, payload: 'hello' }],
        [400, 'malformed', { key: bob.key, headers: formType, payload: '--signpost\r\nX: y\r\n\r\nz\r\n--signpost--' }],
        [422, 'invalid', { key: bob.key }],
        [422, 'invalid', upload(bob.key, ['name', 'x'])],
        [422, 'invalid', upload(bob.key, ['file', 'hello'])],
        [422, 'invalid', upload(bob.key, text('one'), text('two'))],
        [422, 'invalid', upload(bob.key, text('hello'), ['name', ' '])],
        [422, 'invalid', upload(bob.key, text('hello'), ['name', 'a\u0000b'])],
        [422, 'invalid', upload(bob.key, text('hello'), ['name', 'a'], ['name', 'b'])],
      ];
      for (const [status, code, request] of cases) assertError(await api.call('POST /uploads', request), status, code);
      assert.deepEqual(await staged(), []);
      assert.equal(await total(bob), 0);
    });

    it('parses the file for any chunk boundary, also within a delimiter', async () => {
      const content = 'a\r\n--signpos\r\n-\r\n--sign\r\n';
      const body = formOf(['kind', 'y'], text(content), ['name', 'Pieces']);
      async function* pieces(size: number) {
        for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
      }
      for (const size of [1, 2, 7, 64]) {
        const { status, body: answer } = await api.call('POST /uploads', {
          key: ada.key,
          headers: { ...formType, 'content-length': String(body.length) },
          payload: Readable.from(pieces(size)),
        });
        assert.equal(status, 200, JSON.stringify(answer));
        assert.equal((await served(answer.response.url)).content.toString(), content);
      }
    });

    it('parses forms like other endpoints', async () => {
      const part = (disposition: string, rest: string) =>
        `--signpost\r\nContent-Disposition: form-data; ${disposition}\r\n${rest}`;
      const file = part('name="file"; filename="x.txt"', '\r\nsame forms\r\n');
      const send = (payload: string) => api.call('POST /uploads', { key: ada.key, headers: formType, payload });
      // A part that ends after its headers is an empty field, here an unknown one.
      const empty = await send(`${part('name="x"', '\r\n')}${file}--signpost--`);
      assert.deepEqual([empty.status, Object.keys(empty.body.errors)], [422, ['x']]);
      // A file name in an unknown character set.
      const named = part('name="file"; filename*=iso-8859-1\'\'x.txt', '\r\nsame forms\r\n');
      assert.equal((await send(`${named}--signpost--`)).status, 200);
      for (const form of [`${part('name="x"', '')}${file}--signpost--`, `${file}--signpost`]) {
        assertError(await send(form), 400, 'malformed');
      }
    });

    it('returns the same upload for the same bytes, also for concurrent requests', async () => {
      const before = await total(ada);
      const content = await png('#778899');
      const all = await Promise.all(Array.from({ length: 4 }, () => posted(ada, ['file', content, 'x.png'])));
      assert.equal(new Set(all.map(({ id }) => id)).size, 1);
      assert.equal(await total(ada), before + 1);
      const others = await posted(bob, ['file', content, 'x.png']);
      assert.notEqual(others.url, all[0]!.url);
      assert.equal((await remove(bob, others.id)).status, 200);
      assert.equal((await served(all[0]!.url)).status, 200);
      const { body } = await api.call('GET /activities?type=upload_created', { key: bob.key });
      assert.equal(body.response[0].message, '"x.png" was uploaded.');
    });

    it('answers 404 to other accounts', async () => {
      const { id, url } = await posted(ada, text('only mine'));
      for (const request of [`GET /uploads/${id}`, `POST /uploads/${id}/delete`]) {
        assertError(await api.call(request, { key: bob.key }), 404, 'not_found');
      }
      const answer = await api.call('POST /user/profile', { key: bob.key, json: { avatar: url } });
      assertError(answer, 422, 'invalid');
      assert.match(answer.body.errors.avatar[0], /is not one of your uploads; upload it first/);
    });

    it('rejects deletion while the page uses the upload', async () => {
      const { id, url } = await posted(ada, ['file', await png('#aabbcc'), 'face.png']);
      assert.equal((await api.call('POST /user/profile', { key: ada.key, json: { avatar: url } })).status, 200);
      assert.equal((await get(ada, `/${id}`)).body.response.in_use, true);
      const refused = await remove(ada, id);
      assertError(refused, 422, 'invalid');
      assert.match(refused.body.errors.id[0], /used by the profile picture/);
      await api.call('POST /user/profile', { key: ada.key, json: { avatar: null } });
      assert.equal((await remove(ada, id)).status, 200);
      assertError(await get(ada, `/${id}`), 404, 'not_found');
      assert.equal((await served(url)).status, 404);
      assertError(await api.call('POST /user/profile', { key: ada.key, json: { avatar: url } }), 422, 'invalid');
    });

    it('enforces the quota, also for concurrent requests', async () => {
      const eve = await api.account('eve');
      const all = await Promise.all(
        ['a', 'b', 'c', 'd'].map((letter) => post(eve, text(letter.repeat(400_000), `${letter}.txt`))),
      );
      const refused = all.filter(({ status }) => status !== 200);
      assert.equal(refused.length, 2);
      for (const answer of refused) {
        assertError(answer, 422, 'invalid');
        assert.match(answer.body.errors.file[0], /at most 1 MB; this file has 0\.4 MB, the others have 0\.8 MB/);
      }
      assert.equal((await stored()).filter((name) => name.includes(`/${eve.id}/`)).length, 2);
    });
  });
}
