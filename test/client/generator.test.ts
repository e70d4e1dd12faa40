// The generated file matches the OpenAPI document. The generator either understands a new feature of the document or
// rejects it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Document, Operation } from '../../clients/typescript/generator/document.ts';
import { sourceOf } from '../../clients/typescript/generator/source.ts';
import { buildClient, temporaryFolder } from './build.ts';
import { answer, startLoopback, success } from './loopback.ts';

const program = fileURLToPath(new URL('../../clients/typescript/generate.ts', import.meta.url));
const written = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
const { components } = JSON.parse(written) as Document;

function generate(...args: string[]) {
  const options = ['--disable-warning=ExperimentalWarning', program, ...args];
  return spawnSync(process.execPath, options, { encoding: 'utf8' });
}

describe('The generated file', () => {
  it('matches the document', () => {
    const { status, stderr } = generate('--check');
    assert.equal(status, 0, stderr);
  });

  it('fails the check once the document differs', (t) => {
    const path = join(temporaryFolder(t), 'openapi.json');
    for (const [from, to, sentence] of [
      [
        '"total_login"',
        '"sign_ins"',
        /^clients\/typescript\/generated\.ts is not what the document gives\..*npm run client/,
      ],
      ['"minLength"', '"patternProperties"', /^No client can be generated: .* has "patternProperties"/],
    ] as const) {
      const changed = written.replaceAll(from, to);
      assert.notEqual(changed, written);
      writeFileSync(path, changed);
      const { status, stderr } = generate('--check', '--document', path);
      assert.equal(status, 1);
      assert.match(stderr, sentence);
    }
  });
});

const note = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };
const id = { in: 'path', name: 'note_id', required: true, schema: { type: 'integer' } };
const pageParameters = ['page', 'results_per_page'].map((name) => ({ in: 'query', name, schema: { type: 'integer' } }));

function json(schema: object) {
  return { 'application/json': { schema } };
}

function answers(response: object, rest: object = {}): Operation['responses'] {
  return { 200: { content: json({ type: 'object', properties: { response, ...rest } }) } };
}

function documentOf(paths: Record<string, Record<string, object>>): Document {
  return { components, paths: paths as Document['paths'] };
}

function kind(name: string, frame: object = { type: ['object', 'null'], properties: { colour: { type: 'string' } } }) {
  return { type: 'object', required: ['kind'], properties: { kind: { const: name }, frame } };
}

/** Features that the API does not use today. */
const notes = documentOf({
  '/api/v1/notes/{note_id}/files': {
    get: {
      operationId: 'listNoteFiles',
      parameters: [id, ...pageParameters],
      responses: answers({ type: 'array', items: note }, { meta: { $ref: '#/components/schemas/Meta' } }),
    },
    post: {
      operationId: 'uploadNoteFiles',
      parameters: [id, { in: 'header', name: 'idempotency-key', schema: { type: 'string' } }],
      requestBody: {
        required: true,
        content: {
          ...json(note),
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['files'],
              properties: {
                files: { type: 'array', items: { type: 'string', format: 'binary' } },
                caption: { type: ['string', 'null'], deprecated: true, description: 'Ends with */ or so' },
              },
            },
          },
        },
      },
      responses: answers(note),
    },
  },
  '/api/v1/notes/{note_id}': {
    put: {
      operationId: 'replaceNote',
      parameters: [
        id,
        { in: 'query', name: 'tag', schema: { type: 'array', items: { type: 'string' } } },
        { in: 'header', name: 'if-match', schema: { type: 'string' } },
      ],
      requestBody: {
        required: true,
        content: json({ type: 'object', properties: { 'due-date': { type: 'string' } } }),
      },
      responses: answers({ oneOf: [note, { type: 'null' }] }),
    },
    patch: {
      operationId: 'changeNote',
      parameters: [id],
      requestBody: { content: { 'application/x-www-form-urlencoded': { schema: note } }, required: true },
      responses: answers({ allOf: [note, { type: 'object', additionalProperties: { type: 'number' } }] }),
    },
    delete: { operationId: 'deleteNote', parameters: [id], responses: answers({ type: 'string' }) },
  },
  '/api/v1/notes': {
    get: {
      operationId: 'exportNotes',
      parameters: [{ in: 'query', name: 'since', required: true, schema: { type: 'string' } }],
      responses: { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } },
    },
    post: {
      operationId: 'createNote',
      requestBody: {
        required: true,
        content: json({ anyOf: [kind('plain'), kind('framed', { type: 'array', maxItems: 0 })] }),
      },
      responses: answers({ type: 'string' }),
    },
  },
});

interface NotesClient {
  notes: {
    eachFile(noteId: number): AsyncGenerator<unknown>;
    pagesOfFiles(noteId: number): AsyncGenerator<unknown>;
    uploadFiles(noteId: number, fields: object): Promise<unknown>;
    replace(noteId: number, fields: object, query: object, options: object): Promise<unknown>;
    create(fields: object): Promise<unknown>;
    change(noteId: number, fields: object): Promise<unknown>;
    delete(noteId: number): Promise<unknown>;
    export(query: object): Promise<Blob>;
  };
}

describe('The generator', () => {
  it('supports uploads, nested lists, downloads and every method', async (t) => {
    const folder = buildClient(temporaryFolder(t), sourceOf(notes));
    const built = await import(pathToFileURL(join(folder, 'dist/index.js')).href);
    const types = readFileSync(join(folder, 'dist/generated.d.ts'), 'utf8');
    for (const line of [
      'uploadFiles: (noteId: number, fields: UploadNoteFilesFields, options?: CreationOptions) => Promise<UploadNoteFilesAnswer>;',
      '"files": (FileContent)[];',
      'create: (fields: CreateNoteFields, options?: CallOptions) => Promise<string>;',
      '"frame"?: [];',
      '"due-date"?: string;',
      '@deprecated',
      'replace: (noteId: number, fields: ReplaceNoteFields, query?: ReplaceNoteQuery, options?: EditOptions) =>',
      'export: (query: ExportNotesQuery, options?: CallOptions) => Promise<Blob>;',
    ]) {
      assert.ok(types.includes(line), `${line} is not in\n${types}`);
    }

    const { url, received } = await startLoopback(
      t,
      success([{ text: 'a' }], { next_page_url: null }),
      ...Array.from({ length: 5 }, () => success('done')),
      answer(200, 'text,of\nthe,notes'),
    );
    const { notes: client } = built.createFingerpost({ url, key: 'fp_key' }) as NotesClient;
    for await (const file of client.eachFile(7)) assert.deepEqual(file, { text: 'a' });
    await client.uploadFiles(7, {
      files: [new File(['ü'], 'a.txt'), new Blob(['b']), Buffer.from('bytes')],
      caption: undefined,
    });
    await client.replace(7, { 'due-date': 'now' }, { tag: ['a&b', 'c'] }, { ifMatch: '"1"' });
    await client.change(7, { text: 'a b' });
    await client.delete(7);
    await client.create({ kind: 'framed', frame: [] });
    assert.equal(await (await client.export({ since: '2026' })).text(), 'text,of\nthe,notes');

    assert.deepEqual(
      received.map(({ method, url: path }) => `${method} ${path}`),
      [
        'GET /api/v1/notes/7/files?results_per_page=100&page=1',
        'POST /api/v1/notes/7/files',
        'PUT /api/v1/notes/7?tag=a%26b&tag=c',
        'PATCH /api/v1/notes/7',
        'DELETE /api/v1/notes/7',
        'POST /api/v1/notes',
        'GET /api/v1/notes?since=2026',
      ],
    );
    const [, upload, replacement, change, , creation] = received;
    assert.match(upload!.headers['content-type']!, /^multipart\/form-data; boundary=/);
    assert.match(upload!.headers['idempotency-key'] as string, /^\w{32}$/);
    assert.match(upload!.body, /name="files"; filename="a\.txt"\r\n[\s\S]*\r\n\r\nü\r\n/);
    assert.equal(upload!.body.match(/name="files"; filename=/g)!.length, 3);
    assert.match(upload!.body, /\r\n\r\nbytes\r\n/);
    assert.doesNotMatch(upload!.body, /caption/);
    assert.equal(replacement!.body, '{"due-date":"now"}');
    assert.equal(replacement!.headers['if-match'], '"1"');
    assert.equal(creation!.body, '{"kind":"framed","frame":[]}');
    assert.equal(creation!.headers['if-match'], undefined);
    assert.match(change!.headers['content-type']!, /^application\/x-www-form-urlencoded/);
    assert.equal(change!.body, 'text=a+b');
  });

  const read = { operationId: 'getNote', responses: answers({ type: 'string' }) };
  const list = answers({ type: 'array', items: note }, { meta: { $ref: '#/components/schemas/Meta' } });
  const withAnswer = (schema: object) => ({ get: { ...read, responses: answers(schema) } });
  const withBody = (content: object) => ({ post: { ...read, requestBody: { content } } });
  for (const [sentence, methods] of [
    ['has "nullable"', withAnswer({ type: 'string', nullable: true })],
    ['has "not"', withAnswer({ not: { type: 'string' } })],
    ['has "minimum" and no type', withAnswer({ minimum: 1 })],
    ['has "type" beside "anyOf"', withAnswer({ type: 'object', anyOf: [note] })],
    ['of the type "date"', withAnswer({ type: 'date' })],
    ['requires "text" and does not say what it is', withAnswer({ type: 'object', required: ['text'] })],
    ['both properties and additionalProperties', withAnswer({ ...note, additionalProperties: { type: 'string' } })],
    ['refers to #/components/responses/400', withAnswer({ $ref: '#/components/responses/400' })],
    ['answers without "response"', { get: { ...read, responses: { 200: { content: json(note) } } } }],
    ['must have one success', { get: { ...read, responses: { 201: { content: json(note) } } } }],
    ['has no operationId', { get: { responses: read.responses } }],
    ['has "callbacks"', { get: { ...read, callbacks: {} } }],
    ['has "trace"', { trace: read }],
    [
      'takes "session" in the cookie',
      { get: { ...read, parameters: [{ in: 'cookie', name: 'session', schema: {} }] } },
    ],
    ['has "style"', { get: { ...read, parameters: [{ in: 'query', name: 'tag', style: 'deepObject', schema: {} }] } }],
    ['takes "text" in its body alone', { get: { ...read, requestBody: { content: json(note) } } }],
    ['takes a body of application/xml', withBody({ 'application/xml': { schema: note } })],
    ['takes a body that is no object', withBody(json({ type: 'array' }))],
    ['"note" in a form', withBody({ 'multipart/form-data': { schema: { type: 'object', properties: { note } } } })],
    ['does not take "page"', { get: { ...read, operationId: 'listNotes', responses: list } }],
    ['"get" does not', { get: { ...read, operationId: 'getNotes', parameters: pageParameters, responses: list } }],
    ['Two functions of notes would be called "get"', { get: read, post: read }],
  ] as const) {
    it(`fails with a message: … ${sentence} …`, () => {
      assert.throws(
        () => sourceOf(documentOf({ '/api/v1/notes': methods })),
        (error: Error) => error.message.includes(sentence),
      );
    });
  }

  it('fails for names that it cannot use', () => {
    const named = (schemas: object) => ({ components: { schemas }, paths: {} }) as Document;
    assert.throws(() => sourceOf(named({ Promise: note })), /"Promise" needs another name/);
    assert.throws(() => sourceOf(named({ Error: note, ErrorAnswer: note })), /Two types would be called "ErrorAnswer"/);
    assert.throws(
      () =>
        sourceOf(
          documentOf({
            '/api/v1/notes/{id}': {
              get: {
                operationId: 'getNote',
                responses: answers(note),
              },
            },
          }),
        ),
      /does not say what \{id\} is/,
    );
    assert.throws(
      () =>
        sourceOf(
          documentOf({
            '/other': {},
            '/elsewhere': {
              get: {
                operationId: 'getNote',
                responses: answers(note),
              },
            },
          }),
        ),
      /\/elsewhere is not under \/api\/v1\//,
    );
  });
});
