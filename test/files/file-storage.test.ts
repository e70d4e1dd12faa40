// One suite for both kinds of storage, and tests specific to each.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { openDisk } from '../../server/files/disk.ts';
import { type FileStorage, FileStorageUnavailable } from '../../server/files/file-storage.ts';
import { openBucket } from '../../server/files/s3.ts';
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
      const fileStorage = await opened(t);
      const before = Date.now();
      assert.equal(await fileStorage.stat(picture), undefined);
      assert.equal(await fileStorage.read(picture), undefined);
      await fileStorage.put(picture, Buffer.from('the first'), 'image/webp');
      const found = await fileStorage.stat(picture);
      assert.equal(found?.bytes, 9);
      // A bucket's timestamps have a resolution of one second.
      assert.ok(found.putAt >= before - 1000 && found.putAt <= Date.now());
      assert.equal(await textOf(fileStorage, picture), 'the first');
      await fileStorage.remove([picture, `${one}/2/96x96.webp`]);
      assert.equal(await fileStorage.stat(picture), undefined);
      assert.deepEqual(await fileStorage.list(`${one}/`), []);
    });

    it('replace earlier files of the same name', async (t) => {
      const fileStorage = await opened(t);
      await fileStorage.put(picture, Buffer.from('the first'), 'image/webp');
      await fileStorage.put(picture, Buffer.from('another'), 'image/webp');
      assert.equal(await textOf(fileStorage, picture), 'another');
    });

    it('are read in parts', async (t) => {
      const fileStorage = await opened(t);
      await fileStorage.put(picture, Buffer.from('0123456789'), 'image/webp');
      for (const [start, end, expected] of [
        [0, 1, '01'],
        [3, 6, '3456'],
        [9, 9, '9'],
        [0, 9, '0123456789'],
      ] as const) {
        const read = await fileStorage.read(picture, { start, end });
        assert.equal(read?.bytes, 10);
        assert.equal((await buffer(read.stream)).toString(), expected);
      }
    });

    it('can be moved from a file on disk', async (t) => {
      const fileStorage = await opened(t);
      const path = join(await fileStorage.staging(), 'video');
      const content = Buffer.alloc(3_000_000, 'moving');
      writeFileSync(path, content);
      await fileStorage.put(`${one}/1/video.mp4`, { path, bytes: content.length }, 'video/mp4');
      assert.equal(existsSync(path), false);
      assert.ok((await buffer((await fileStorage.read(`${one}/1/video.mp4`))!.stream)).equals(content));
    });

    it('are listed by name, folder by folder', async (t) => {
      const fileStorage = await opened(t);
      const names = [`${one}/1/a.webp`, `${one}/1/b.webp`, `${one}/10/a.webp`, `${other}/1/a.webp`];
      for (const each of names.toReversed()) await fileStorage.put(each, Buffer.from('x'), 'image/webp');
      const listed = async (folder: string, after?: string) =>
        (await fileStorage.list(folder, after)).map(({ name, bytes }) => [name, bytes]);
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
      const all = (await fileStorage.walk()).map(({ name }) => name);
      assert.deepEqual(all, [...names].sort());
      assert.deepEqual(
        (await fileStorage.walk(all[1])).map(({ name }) => name),
        all.slice(2),
      );
    });

    it('have names of one form in every operation', async (t) => {
      const fileStorage = await opened(t);
      for (const wrong of ['', 'x', '../x', `${one}/1/../x`, `${one}/1/.hidden`, `${one}/01/x`, `${one}/1/A.webp`]) {
        await assert.rejects(fileStorage.put(wrong, Buffer.from('x'), 'image/webp'), /is not a valid file name/, wrong);
        await assert.rejects(fileStorage.read(wrong), /is not a valid file name/);
        await assert.rejects(fileStorage.remove([picture, wrong]), /is not a valid file name/);
        await assert.rejects(fileStorage.list(wrong), /is not a valid file name/);
      }
    });

    it('can be put and removed concurrently', async (t) => {
      const fileStorage = await opened(t);
      const names = Array.from({ length: 12 }, (_, at) => `${one}/${(at % 3) + 1}/${at}.webp`);
      for (let round = 0; round < 3; round += 1) {
        await Promise.all(
          names.map(async (each, at) => {
            await fileStorage.put(each, Buffer.from(each), 'image/webp');
            if (at % 2 === 0) await fileStorage.remove([each]);
          }),
        );
      }
      const kept = names.filter((_, at) => at % 2 === 1).sort();
      assert.deepEqual(
        (await fileStorage.list(`${one}/`)).map(({ name }) => name),
        kept,
      );
    });

    it('belong to the recorded owner', async (t) => {
      const fileStorage = await opened(t);
      assert.equal(await fileStorage.owner(), undefined);
      await fileStorage.put(picture, Buffer.from('x'), 'image/webp');
      await fileStorage.noteOwner('one');
      await fileStorage.noteOwner('another');
      assert.equal(await fileStorage.owner(), 'another');
      const names = (await fileStorage.walk()).map((file) => file.name).filter((each) => !each.startsWith('.'));
      assert.deepEqual(names, [picture]);
    });

    it('can be checked without leaving anything behind', async (t) => {
      const fileStorage = await opened(t);
      await fileStorage.check();
      assert.deepEqual(await fileStorage.list(`${one}/`), []);
    });
  });
}

describe('a folder', () => {
  it('contains only files in their place', async (t) => {
    const folder = freshFolder(t);
    const fileStorage = openedDisk(t, folder);
    await fileStorage.put(picture, Buffer.from('x'), 'image/webp');
    await fileStorage.put(`${other}/1/x.pdf`, Buffer.from('x'), 'application/pdf');
    await fileStorage.remove([picture]);
    const staging = await fileStorage.staging();
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
    const fileStorage = openedDisk(t, join(disk.folder, 'uploads'));
    await fileStorage.put(picture, Buffer.from('kept'), 'image/webp');
    disk.fill();
    const refused = { name: 'FileStorageUnavailable', message: 'File storage is full.' };
    await assert.rejects(fileStorage.put(`${other}/1/x.webp`, Buffer.alloc(100_000), 'image/webp'), refused);
    await assert.rejects(fileStorage.put(picture, Buffer.alloc(100_000), 'image/webp'), refused);
    await assert.rejects(fileStorage.check(), refused);
    assert.equal(await textOf(fileStorage, picture), 'kept');
    assert.deepEqual(readdirSync(await fileStorage.staging()), []);
    disk.empty();
    await fileStorage.put(`${other}/1/x.webp`, Buffer.alloc(100_000), 'image/webp');
    assert.equal((await fileStorage.stat(`${other}/1/x.webp`))?.bytes, 100_000);
  });

  it('is unavailable if it cannot be created', async (t) => {
    const folder = freshFolder(t);
    writeFileSync(join(folder, 'file'), '');
    const fileStorage = openedDisk(t, join(folder, 'file', 'uploads'));
    const works = [
      fileStorage.put(picture, Buffer.from('x'), 'image/webp'),
      fileStorage.read(picture),
      fileStorage.check(),
    ];
    await Promise.all(works.map((work) => assert.rejects(work, FileStorageUnavailable)));
  });
});

describe('a bucket', () => {
  it('is reported as unavailable after a few attempts, and recovers', async (t) => {
    const s3 = await openS3(t);
    const fileStorage = openedBucket(t, s3.bucket);
    await fileStorage.put(picture, Buffer.from('x'), 'image/webp');
    s3.fault = () => 503;
    s3.requests.length = 0;
    const path = join(await fileStorage.staging(), 'file');
    writeFileSync(path, 'content');
    for (const work of [
      () => fileStorage.put(picture, Buffer.from('y'), 'image/webp'),
      () => fileStorage.put(picture, { path, bytes: 7 }, 'image/webp'),
      () => fileStorage.stat(picture),
      () => fileStorage.read(picture),
      () => fileStorage.remove([picture]),
      () => fileStorage.list(`${one}/`),
      () => fileStorage.check(),
    ]) {
      await assert.rejects(work(), {
        name: 'FileStorageUnavailable',
        message: 'File storage is unavailable; try again shortly.',
      });
      assert.equal(s3.requests.splice(0).length, 3);
    }
    s3.fault = () => undefined;
    assert.equal(await textOf(fileStorage, picture), 'x');
    await s3.close();
    await assert.rejects(fileStorage.read(picture), FileStorageUnavailable);
  });

  it('is retried after a single failure', async (t) => {
    const s3 = await openS3(t);
    const fileStorage = openedBucket(t, s3.bucket);
    for (const work of [
      async () => fileStorage.put(picture, Buffer.from('whole'), 'image/webp'),
      async () => {
        const path = join(await fileStorage.staging(), 'file');
        writeFileSync(path, 'whole');
        await fileStorage.put(picture, { path, bytes: 5 }, 'image/webp');
      },
      async () => assert.equal(await textOf(fileStorage, picture), 'whole'),
    ]) {
      let answers = 0;
      s3.fault = () => (++answers === 1 ? 500 : undefined);
      await work();
      assert.equal(answers, 2);
    }
  });

  it('is not waited for if it never answers', async (t) => {
    const s3 = await openS3(t);
    const fileStorage = openBucket(s3.bucket, freshFolder(t), { connectMs: 100, answerMs: 100, idleMs: 100 });
    t.after(() => fileStorage.close());
    s3.fault = () => 'never';
    await assert.rejects(fileStorage.stat(picture), FileStorageUnavailable);
    await assert.rejects(fileStorage.put(picture, Buffer.from('x'), 'image/webp'), FileStorageUnavailable);
  });

  it('rejects a wrong secret, which the error does not contain', async (t) => {
    const { bucket } = await openS3(t);
    const wrong = openedBucket(t, { ...bucket, secretAccessKey: 'hunter2' });
    const stranger = openedBucket(t, { ...bucket, accessKeyId: 'hunter2' });
    for (const fileStorage of [wrong, stranger]) {
      const error = await fileStorage.put(picture, Buffer.from('x'), 'image/webp').catch((why: unknown) => why);
      assert.ok(error instanceof FileStorageUnavailable);
      assert.match((error.cause as Error).message, /^SignatureDoesNotMatch/);
      assert.doesNotMatch(JSON.stringify([error, error.stack, error.cause, Object.entries(error.cause!)]), /hunter2/);
    }
  });

  it('is reported by put and read if it does not exist', async (t) => {
    const { bucket } = await openS3(t);
    const fileStorage = openedBucket(t, { ...bucket, name: 'nowhere' });
    const works = [
      fileStorage.put(picture, Buffer.from('x'), 'image/webp'),
      fileStorage.read(picture),
      fileStorage.check(),
    ];
    await Promise.all(works.map((work) => assert.rejects(work, FileStorageUnavailable)));
  });
});

function openedDisk(t: TestContext, folder: string): FileStorage {
  const fileStorage = openDisk(folder);
  t.after(() => fileStorage.close());
  return fileStorage;
}

function openedBucket(t: TestContext, bucket: Parameters<typeof openBucket>[0]): FileStorage {
  const fileStorage = openBucket(bucket, freshFolder(t));
  t.after(() => fileStorage.close());
  return fileStorage;
}

function freshFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-files-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function textOf(fileStorage: FileStorage, name: string): Promise<string> {
  return (await buffer((await fileStorage.read(name))!.stream)).toString();
}
