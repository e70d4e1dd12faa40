// One suite for both kinds of storage, and tests specific to each.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { openDisk } from '../../server/files/disk.ts';
import { openBucket } from '../../server/files/s3.ts';
import { type Vault, VaultUnavailable } from '../../server/files/vault.ts';
import { mountSmallDisk } from '../faults/small-disk.ts';
import { openS3 } from '../support/s3/bucket.ts';

const [one, other] = ['a'.repeat(64), 'b'.repeat(64)];
const picture = `${one}/1/96x96.webp`;

const kinds = [
  { name: 'a folder', opened: async (t: TestContext) => openedDisk(t, freshFolder(t)) },
  {
    name: 'a bucket',
    async opened(t: TestContext) {
      return openedBucket(t, (await openS3(t)).bucket);
    },
  },
];

for (const { name, opened } of kinds) {
  describe(`files in ${name}`, () => {
    it('can be put, checked, read and removed', async (t) => {
      const vault = await opened(t);
      const before = Date.now();
      assert.equal(await vault.look(picture), undefined);
      assert.equal(await vault.read(picture), undefined);
      await vault.put(picture, Buffer.from('the first'), 'image/webp');
      const found = await vault.look(picture);
      assert.equal(found?.bytes, 9);
      // A bucket's timestamps have a resolution of one second.
      assert.ok(found.putAt >= before - 1000 && found.putAt <= Date.now());
      assert.equal(await textOf(vault, picture), 'the first');
      await vault.remove([picture, `${one}/2/96x96.webp`]);
      assert.equal(await vault.look(picture), undefined);
      assert.deepEqual(await vault.list(`${one}/`), []);
    });

    it('replace earlier files of the same name', async (t) => {
      const vault = await opened(t);
      await vault.put(picture, Buffer.from('the first'), 'image/webp');
      await vault.put(picture, Buffer.from('another'), 'image/webp');
      assert.equal(await textOf(vault, picture), 'another');
    });

    it('are read in parts', async (t) => {
      const vault = await opened(t);
      await vault.put(picture, Buffer.from('0123456789'), 'image/webp');
      for (const [start, end, expected] of [
        [0, 1, '01'],
        [3, 6, '3456'],
        [9, 9, '9'],
        [0, 9, '0123456789'],
      ] as const) {
        const read = await vault.read(picture, { start, end });
        assert.equal(read?.bytes, 10);
        assert.equal((await buffer(read.stream)).toString(), expected);
      }
    });

    it('can be moved from a file on disk', async (t) => {
      const vault = await opened(t);
      const path = join(await vault.staging(), 'video');
      const content = Buffer.alloc(3_000_000, 'moving');
      writeFileSync(path, content);
      await vault.put(`${one}/1/video.mp4`, { path, bytes: content.length }, 'video/mp4');
      assert.equal(existsSync(path), false);
      assert.ok((await buffer((await vault.read(`${one}/1/video.mp4`))!.stream)).equals(content));
    });

    it('are listed by name, folder by folder', async (t) => {
      const vault = await opened(t);
      const names = [`${one}/1/a.webp`, `${one}/1/b.webp`, `${one}/10/a.webp`, `${other}/1/a.webp`];
      for (const each of names.toReversed()) await vault.put(each, Buffer.from('x'), 'image/webp');
      const listed = async (folder: string, after?: string) =>
        (await vault.list(folder, after)).map(({ name, bytes }) => [name, bytes]);
      assert.deepEqual(await listed(`${one}/`), [
        [names[0], 1],
        [names[1], 1],
        [names[2], 1],
      ]);
      assert.deepEqual(await listed(`${one}/1/`), [
        [names[0], 1],
        [names[1], 1],
      ]);
      assert.deepEqual(await listed(`${one}/`, names[0]), [
        [names[1], 1],
        [names[2], 1],
      ]);
      assert.deepEqual(await listed(`${other}/10/`), []);
      const all = (await vault.walk()).map(({ name }) => name);
      assert.deepEqual(all, [...names].sort());
      assert.deepEqual(
        (await vault.walk(all[1])).map(({ name }) => name),
        all.slice(2),
      );
    });

    it('have names of one form in every operation', async (t) => {
      const vault = await opened(t);
      for (const wrong of ['', 'x', '../x', `${one}/1/../x`, `${one}/1/.hidden`, `${one}/01/x`, `${one}/1/A.webp`]) {
        await assert.rejects(vault.put(wrong, Buffer.from('x'), 'image/webp'), /is not a valid file name/, wrong);
        await assert.rejects(vault.read(wrong), /is not a valid file name/);
        await assert.rejects(vault.remove([picture, wrong]), /is not a valid file name/);
        await assert.rejects(vault.list(wrong), /is not a valid file name/);
      }
    });

    it('can be put and removed concurrently', async (t) => {
      const vault = await opened(t);
      const names = Array.from({ length: 12 }, (_, at) => `${one}/${(at % 3) + 1}/${at}.webp`);
      for (let round = 0; round < 3; round += 1) {
        await Promise.all(
          names.map(async (each, at) => {
            await vault.put(each, Buffer.from(each), 'image/webp');
            if (at % 2 === 0) await vault.remove([each]);
          }),
        );
      }
      const kept = names.filter((_, at) => at % 2 === 1).sort();
      assert.deepEqual(
        (await vault.list(`${one}/`)).map(({ name }) => name),
        kept,
      );
    });

    it('belong to the recorded owner', async (t) => {
      const vault = await opened(t);
      assert.equal(await vault.owner(), undefined);
      await vault.put(picture, Buffer.from('x'), 'image/webp');
      await vault.noteOwner('one');
      await vault.noteOwner('another');
      assert.equal(await vault.owner(), 'another');
      const names = (await vault.walk()).map((file) => file.name).filter((each) => !each.startsWith('.'));
      assert.deepEqual(names, [picture]);
    });

    it('can be checked without leaving anything behind', async (t) => {
      const vault = await opened(t);
      await vault.check();
      assert.deepEqual(await vault.list(`${one}/`), []);
    });
  });
}

describe('a folder', () => {
  it('contains only files in their place', async (t) => {
    const folder = freshFolder(t);
    const vault = openedDisk(t, folder);
    await vault.put(picture, Buffer.from('x'), 'image/webp');
    await vault.put(`${other}/1/x.pdf`, Buffer.from('x'), 'application/pdf');
    await vault.remove([picture]);
    const staging = await vault.staging();
    assert.deepEqual(readdirSync(staging), []);
    assert.deepEqual(
      readdirSync(folder).filter((name) => !staging.endsWith(name)),
      [other],
    );
  });

  it('removes temporary files of killed processes, but not of running ones', async (t) => {
    const folder = freshFolder(t);
    const first = openedDisk(t, folder);
    writeFileSync(join(await first.staging(), 'under-way'), 'x');
    const staging = (await first.staging()).split('/').at(-1)!;
    const host = staging.split('-').slice(4).join('-');
    // Not a possible process id on Linux or macOS.
    const leftover = `.fingerpost-unfinished-99999999-abcd-${host}`;
    const elsewhere = `.fingerpost-unfinished-99999999-abcd-another-machine`;
    for (const name of [leftover, elsewhere]) mkdirSync(join(folder, name));
    const second = openedDisk(t, folder);
    const its = (await second.staging()).split('/').at(-1)!;
    assert.deepEqual(readdirSync(folder).sort(), [staging, its, elsewhere].sort());
    assert.deepEqual(readdirSync(join(folder, staging)), ['under-way']);
  });

  it('reports when it is full, keeps its files, and leaves no partial file', async (t) => {
    const disk = mountSmallDisk(t, 4);
    if (typeof disk === 'string') return t.skip(disk);
    const vault = openedDisk(t, join(disk.folder, 'uploads'));
    await vault.put(picture, Buffer.from('kept'), 'image/webp');
    disk.fill();
    const refused = { name: 'VaultUnavailable', message: 'File storage is full.' };
    await assert.rejects(vault.put(`${other}/1/x.webp`, Buffer.alloc(100_000), 'image/webp'), refused);
    await assert.rejects(vault.put(picture, Buffer.alloc(100_000), 'image/webp'), refused);
    await assert.rejects(vault.check(), refused);
    assert.equal(await textOf(vault, picture), 'kept');
    assert.deepEqual(readdirSync(await vault.staging()), []);
    disk.empty();
    await vault.put(`${other}/1/x.webp`, Buffer.alloc(100_000), 'image/webp');
    assert.equal((await vault.look(`${other}/1/x.webp`))?.bytes, 100_000);
  });

  it('is unavailable if it cannot be created', async (t) => {
    const folder = freshFolder(t);
    writeFileSync(join(folder, 'file'), '');
    const vault = openedDisk(t, join(folder, 'file', 'uploads'));
    const works = [vault.put(picture, Buffer.from('x'), 'image/webp'), vault.read(picture), vault.check()];
    await Promise.all(works.map((work) => assert.rejects(work, VaultUnavailable)));
  });
});

describe('a bucket', () => {
  it('is reported as unavailable after a few attempts, and recovers', async (t) => {
    const s3 = await openS3(t);
    const vault = openedBucket(t, s3.bucket);
    await vault.put(picture, Buffer.from('x'), 'image/webp');
    s3.fault = () => 503;
    s3.requests.length = 0;
    const path = join(await vault.staging(), 'file');
    writeFileSync(path, 'content');
    for (const work of [
      () => vault.put(picture, Buffer.from('y'), 'image/webp'),
      () => vault.put(picture, { path, bytes: 7 }, 'image/webp'),
      () => vault.look(picture),
      () => vault.read(picture),
      () => vault.remove([picture]),
      () => vault.list(`${one}/`),
      () => vault.check(),
    ]) {
      await assert.rejects(work(), {
        name: 'VaultUnavailable',
        message: 'File storage is unavailable; try again shortly.',
      });
      assert.equal(s3.requests.splice(0).length, 3);
    }
    s3.fault = () => undefined;
    assert.equal(await textOf(vault, picture), 'x');
    await s3.close();
    await assert.rejects(vault.read(picture), VaultUnavailable);
  });

  it('is retried after a single failure', async (t) => {
    const s3 = await openS3(t);
    const vault = openedBucket(t, s3.bucket);
    for (const work of [
      async () => vault.put(picture, Buffer.from('whole'), 'image/webp'),
      async () => {
        const path = join(await vault.staging(), 'file');
        writeFileSync(path, 'whole');
        await vault.put(picture, { path, bytes: 5 }, 'image/webp');
      },
      async () => assert.equal(await textOf(vault, picture), 'whole'),
    ]) {
      let answers = 0;
      s3.fault = () => (++answers === 1 ? 500 : undefined);
      await work();
      assert.equal(answers, 2);
    }
  });

  it('is not waited for if it never answers', async (t) => {
    const s3 = await openS3(t);
    const vault = openBucket(s3.bucket, freshFolder(t), { connectMs: 100, answerMs: 100, idleMs: 100 });
    t.after(() => vault.close());
    s3.fault = () => 'never';
    await assert.rejects(vault.look(picture), VaultUnavailable);
    await assert.rejects(vault.put(picture, Buffer.from('x'), 'image/webp'), VaultUnavailable);
  });

  it('rejects a wrong secret, which the error does not contain', async (t) => {
    const { bucket } = await openS3(t);
    const wrong = openedBucket(t, { ...bucket, secretAccessKey: 'hunter2' });
    const stranger = openedBucket(t, { ...bucket, accessKeyId: 'hunter2' });
    for (const vault of [wrong, stranger]) {
      const error = await vault.put(picture, Buffer.from('x'), 'image/webp').catch((why: unknown) => why);
      assert.ok(error instanceof VaultUnavailable);
      assert.match((error.cause as Error).message, /^SignatureDoesNotMatch/);
      assert.doesNotMatch(JSON.stringify([error, error.stack, error.cause, Object.entries(error.cause!)]), /hunter2/);
    }
  });

  it('is reported by put and read if it does not exist', async (t) => {
    const { bucket } = await openS3(t);
    const vault = openedBucket(t, { ...bucket, name: 'nowhere' });
    const works = [vault.put(picture, Buffer.from('x'), 'image/webp'), vault.read(picture), vault.check()];
    await Promise.all(works.map((work) => assert.rejects(work, VaultUnavailable)));
  });
});

function openedDisk(t: TestContext, folder: string): Vault {
  const vault = openDisk(folder);
  t.after(() => vault.close());
  return vault;
}

function openedBucket(t: TestContext, bucket: Parameters<typeof openBucket>[0]): Vault {
  const vault = openBucket(bucket, freshFolder(t));
  t.after(() => vault.close());
  return vault;
}

function freshFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-vault-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function textOf(vault: Vault, name: string): Promise<string> {
  return (await buffer((await vault.read(name))!.stream)).toString();
}
