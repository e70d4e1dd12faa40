import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import Schema from 'typebox/schema';
import { referencePolicy, renderReference } from '../../server/views/reference/page.ts';
import { type Element, elements, readMarkup, textOf } from './markup.ts';
import { hostile, smallDocument } from './reference-document.ts';

const options = { origin: 'https://links.example', documentUrl: '/api/v1/openapi.json' };
const committed = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
) as typeof smallDocument;

const ofClass = (from: Element, name: string) =>
  elements(from).filter(({ attributes }) => attributes.class?.split(' ').includes(name));
const byId = (from: Element, id: string) => elements(from).find(({ attributes }) => attributes.id === id);
const words = (element: Element | undefined) => (element ? textOf(element).replace(/\s+/g, ' ').trim() : undefined);

for (const [name, document] of Object.entries({ 'a small document': smallDocument, 'our own document': committed })) {
  describe(`the reference of ${name}`, () => {
    const page = renderReference(document, options);
    const root = readMarkup(page);

    test('shows every operation but the aliases, with its method, path and summary', () => {
      const shown = ofClass(root, 'operation').map((operation) => {
        const [endpoint] = ofClass(operation, 'endpoint');
        return `${words(ofClass(endpoint!, 'method')[0])} ${words(elements(endpoint!, 'code')[0])} ${words(elements(operation, 'h3')[0])}`;
      });
      const expected = Object.entries(document.paths).flatMap(([path, item]) =>
        Object.entries(item as Record<string, { summary: string; 'x-alias-of'?: string }>)
          .filter(([method, operation]) => method !== 'parameters' && operation['x-alias-of'] === undefined)
          .map(([method, { summary }]) => `${method.toUpperCase()} ${path} ${summary}`),
      );
      assert.ok(expected.length > 5);
      assert.deepEqual(shown.sort(), expected.sort());
    });

    test('has one first heading and skips no level', () => {
      const levels = elements(root, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6').map(({ tag }) => Number(tag[1]));
      assert.equal(levels[0], 1);
      assert.equal(levels.filter((level) => level === 1).length, 1);
      for (const [index, level] of levels.entries()) assert.ok(index === 0 || level <= levels[index - 1]! + 1);
    });

    test('has landmarks, a language, a title, and a first link that leads past the contents', () => {
      assert.equal(elements(root, 'html')[0]?.attributes.lang, 'en');
      assert.ok(words(elements(root, 'title')[0])?.startsWith(document.info.title));
      for (const tag of ['header', 'nav', 'main']) assert.equal(elements(root, tag).length, 1, tag);
      assert.equal(elements(root, 'a')[0]?.attributes.href, '#content');
      assert.equal(byId(root, 'content')?.tag, 'main');
      assert.ok(elements(root, 'nav')[0]?.attributes['aria-label']);
    });

    test('gives every element an id of its own, and every link within the page an element', () => {
      const ids = elements(root).flatMap(({ attributes }) => attributes.id ?? []);
      assert.equal(new Set(ids).size, ids.length);
      const targets = elements(root, 'a').flatMap(({ attributes }) => attributes.href ?? []);
      const inside = targets.filter((href) => href.startsWith('#'));
      for (const href of inside) assert.ok(ids.includes(href.slice(1)), href);
      const operations = ofClass(root, 'operation').map(({ attributes }) => `#${attributes.id}`);
      const listed = elements(elements(root, 'nav')[0]!, 'a').map(({ attributes }) => attributes.href);
      for (const operation of operations) assert.ok(listed.includes(operation), `${operation} is in the contents`);
    });

    test('asks nobody for anything and runs nothing', () => {
      const tags = new Set(elements(root).map(({ tag }) => tag));
      for (const tag of ['script', 'img', 'iframe', 'object', 'embed', 'form', 'base', 'audio', 'video']) {
        assert.ok(!tags.has(tag), tag);
      }
      for (const { tag, attributes } of elements(root)) {
        for (const [attribute, value] of Object.entries(attributes)) {
          assert.doesNotMatch(attribute, /^(on.*|style|src|srcset|action|ping)$/, `<${tag} ${attribute}>`);
          if (attribute === 'href' && tag === 'link') assert.match(value, /^data:image\/svg\+xml,/);
          if (attribute === 'href' && tag === 'a') assert.match(value, /^(#|\/|https?:\/\/)/);
        }
      }
      const style = textOf(elements(root, 'style')[0]!);
      assert.doesNotMatch(style, /url\(|@import|@font-face|</);
    });

    test('allows its own style by its hash, and nothing else', () => {
      const styles = elements(root, 'style');
      assert.equal(styles.length, 1);
      const digest = createHash('sha256').update(textOf(styles[0]!)).digest('base64');
      const rules = referencePolicy.split('; ');
      assert.ok(rules.includes("default-src 'none'"));
      assert.ok(rules.includes(`style-src 'sha256-${digest}'`));
      assert.ok(!referencePolicy.includes('unsafe'));
    });

    test('has a command for every operation, and a way to reach every box that scrolls', () => {
      for (const operation of ofClass(root, 'operation')) {
        assert.match(words(ofClass(operation, 'all')[0]) ?? '', /^curl (-X \w+ )?'https:\/\/links\.example\//);
      }
      for (const { attributes } of elements(root, 'pre')) assert.equal(attributes.tabindex, '0');
    });
  });
}

describe('an operation', () => {
  const root = readMarkup(renderReference(smallDocument, options));
  const operation = (id: string) => byId(root, id)!;
  const rows = (element: Element) =>
    elements(element, 'tr').map((row) => elements(row, 'th', 'td').map((cell) => words(cell)));

  test('tells its parameters by place, with type, rule and whether they are required', () => {
    const list = operation('list-places');
    const [query] = elements(list, 'table');
    assert.deepEqual(rows(query!), [
      ['Name', 'Type', 'Rule', 'Required'],
      ['page', 'integer', 'Which page at least 1', 'optional'],
      ['area', 'string', '', 'required'],
    ]);
    assert.ok(elements(list, 'h4').map(words).includes('In the query string or a JSON body'));
    assert.ok(words(list)?.includes('The same as JSON.'));
    assert.deepEqual(rows(elements(operation('get-place'), 'table')[0]!)[1], [
      'id',
      'integer',
      'at least 1',
      'required',
    ]);
    assert.ok(elements(operation('create-place'), 'h4').map(words).includes('Headers'));
  });

  test('tells the fields of its body and the forms it may have', () => {
    const create = operation('create-place');
    assert.equal(
      words(ofClass(create, 'formats')[0]),
      'As multipart/form-data, application/x-www-form-urlencoded or application/json.',
    );
    assert.deepEqual(rows(elements(create, 'table')[1]!), [
      ['Name', 'Type', 'Rule', 'Required'],
      ['kind', 'string', 'What it is one of inn, bridge, ford', 'required'],
      ['title', 'string', 'must be 1 to 100 characters', 'required'],
      ['status', 'integer', '0 or 1; 1 where none is given', 'optional'],
    ]);
  });

  test('tells the fields of its answer, nested ones further in', () => {
    const [table] = ofClass(operation('get-place'), 'output');
    const told = elements(table!, 'tr').map((row) => [
      row.attributes.class,
      ...elements(row, 'th', 'td')
        .slice(0, 2)
        .map((cell) => words(cell)),
    ]);
    assert.deepEqual(told.slice(1, 17), [
      ['d0', 'status', 'boolean'],
      ['d0', 'response', 'object'],
      ['d1', 'id', 'integer'],
      ['d1', 'kind', 'string'],
      ['d1', 'closed_at', 'string or null'],
      ['d1', 'owner', 'object'],
      ['d2', 'address', 'object'],
      ['d3', 'street', 'string'],
      ['d3', 'zip', 'string, optional'],
      ['d1', 'visits', 'map'],
      ['d2', 'any key', 'object'],
      ['d3', 'unique', 'integer'],
      ['d1', 'tags', 'array of strings'],
      ['d1', 'settings', 'map or null'],
      ['d2', 'any key', 'anything'],
      ['d1', 'above', 'anything, optional'],
    ]);
  });

  test('lists its errors with status, code and meaning', () => {
    assert.deepEqual(rows(ofClass(operation('get-place'), 'errors')[0]!), [
      ['Status', 'Code', 'Meaning'],
      ['404', 'not_found', 'No such place.'],
    ]);
    assert.deepEqual(rows(ofClass(operation('create-place'), 'errors')[0]!)[1], [
      '422',
      'invalid',
      'Some values are not valid.',
    ]);
  });

  test('shows a request that a shell takes as it stands', () => {
    const command = (id: string) => textOf(ofClass(operation(id), 'all')[0]!);
    assert.equal(
      command('create-place'),
      `curl 'https://links.example/v1/places' \\
  -H "Authorization: Bearer $FINGERPOST_KEY" \\
  -F 'kind=inn' \\
  -F 'title=Ann'\\''s inn'`,
    );
    assert.equal(
      command('list-places').split(' \\\n')[0],
      "curl 'https://links.example/v1/places?area=Up%20%26%20down'",
    );
    assert.equal(
      command('post-v1-places-id-delete').split(' \\\n')[0],
      "curl -X POST 'https://links.example/v1/places/42/delete'",
    );
    assert.ok(!command('get-v1-open').includes('Authorization'));
  });

  test("shows the document's example of an answer where there is one", () => {
    const [, answer] = elements(operation('create-place'), 'pre');
    assert.deepEqual(JSON.parse(textOf(answer!)), { status: true, response: { id: 4711 } });
  });

  test('introduces itself by the sections of the document and the tags without operations', () => {
    const titles = elements(ofClass(root, 'guide')[0]!, 'h2').map(words);
    assert.deepEqual(titles, ['Authentication', 'Errors', 'Rate limits', 'Idempotency']);
    assert.equal(
      words(ofClass(root, 'opening')[0])?.startsWith('Milestone API Places along the road, told by id.'),
      true,
    );
    const guide = ofClass(root, 'guide')[0]!;
    assert.deepEqual(elements(guide, 'li').map(words), [
      'one key',
      'one account, see the keys and [this](javascript:alert(1))',
      'first',
      'second',
    ]);
    assert.deepEqual(
      elements(guide, 'a')
        .map(({ attributes }) => attributes.href)
        .filter((href) => !href?.startsWith('#')),
      ['/keys'],
    );
  });
});

test('what the document says is text, wherever it is shown', () => {
  const page = renderReference(smallDocument, { origin: `https://${hostile}`, documentUrl: hostile });
  assert.ok(page.includes('&lt;script&gt;alert(&#39;x&#39;)'));
  assert.doesNotMatch(page, /<script|<img/i);
  for (const { attributes } of elements(readMarkup(page))) {
    for (const name of Object.keys(attributes)) assert.doesNotMatch(name, /^on/);
  }
});

interface Answering {
  'x-alias-of'?: string;
  operationId: string;
  responses: Record<string, { content: Record<string, { schema: object }> }>;
}

test('a body that is shown for our own document is what its schema describes', () => {
  const root = readMarkup(renderReference(committed, options));
  let shown = 0;
  for (const item of Object.values(committed.paths as unknown as Record<string, Record<string, Taking>>)) {
    const { operationId = '', requestBody } = item.post ?? {};
    const schema = requestBody?.content['application/json']?.schema;
    const command = operationId === '' ? '' : textOf(ofClass(byId(root, idOf(operationId))!, 'all')[0]!);
    const [, body] = /-d '(.*)'$/s.exec(command) ?? [];
    if (!schema || body === undefined) continue;
    const [isValid, errors] = Schema.Errors({ ...schema, components: committed.components }, JSON.parse(body));
    assert.ok(isValid, `${operationId}: ${JSON.stringify(errors)}`);
    shown += 1;
  }
  assert.ok(shown > 10);
});

interface Taking {
  operationId?: string;
  requestBody?: { content: Record<string, { schema: object }> };
}

const idOf = (operationId: string) => operationId.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();

test('a body of several forms is told form by form, after what they have in common', () => {
  const create = byId(readMarkup(renderReference(committed, options)), 'create-block')!;
  const [forms] = ofClass(create, 'forms');
  const names = elements(forms!, 'summary').map((summary) => words(elements(summary, 'code')[0]));
  assert.equal(names.length, 16);
  assert.deepEqual(names.slice(0, 3), ['block: links', 'block: heading', 'block: text']);
  const common = elements(ofClass(create, 'input')[1]!, 'tr').map((row) => words(elements(row, 'th')[0]));
  assert.deepEqual(common.slice(1), ['name', 'subheading', 'position']);
  const [links] = elements(forms!, 'table');
  const own = elements(links!, 'tr').map((row) => words(elements(row, 'th')[0]));
  assert.ok(own.includes('layout') && own.includes('items') && !own.includes('subheading'));
});

test('an example made up for our own document is what its schema describes', () => {
  const root = readMarkup(renderReference(committed, options));
  const schemas = Object.entries(committed.paths as unknown as Record<string, Record<string, Answering>>).flatMap(
    ([path, item]) =>
      Object.values(item)
        .filter((operation) => operation['x-alias-of'] === undefined)
        .map(({ operationId, responses }) => ({
          id: idOf(operationId),
          path,
          schema: { ...responses['200']!.content['application/json']!.schema, components: committed.components },
        })),
  );
  assert.ok(schemas.length >= 15);
  for (const { id, path, schema } of schemas) {
    const shown = JSON.parse(textOf(elements(byId(root, id)!, 'pre')[1]!)) as unknown;
    const [isValid, errors] = Schema.Errors(schema, shown);
    assert.ok(isValid, `${path}: ${JSON.stringify(errors)}`);
  }
});

describe('the style', () => {
  const style = textOf(elements(readMarkup(renderReference(smallDocument, options)), 'style')[0]!);
  const coloursIn = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/--([a-z-]+): (#[0-9a-f]{6}|#[0-9a-f]{3});/g)].map(([, name, colour]) => [
        name!,
        long(colour!),
      ]),
    );
  const light = coloursIn(style.split('@media')[0]!);
  const dark = { ...light, ...coloursIn(/prefers-color-scheme: dark\) \{([\s\S]*?)\n\}/.exec(style)![1]!) };

  function long(colour: string): string {
    return colour.length === 7 ? colour : `#${[...colour.slice(1)].map((digit) => digit + digit).join('')}`;
  }

  function luminance(colour: string): number {
    const parts = [1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * parts[0]! + 0.7152 * parts[1]! + 0.0722 * parts[2]!;
  }

  const pairs: [ink: string, ground: string][] = [
    ...['ground', 'raised', 'accent-ground'].flatMap(
      (ground) =>
        [
          ['ink', ground],
          ['accent', ground],
        ] as [string, string][],
    ),
    ...['ground', 'raised'].map((ground) => ['soft', ground] as [string, string]),
    ['bad-ink', 'ground'],
    ['ground', 'accent'],
    ...['get', 'post', 'bad'].map((name) => [`${name}-ink`, `${name}-ground`] as [string, string]),
    ...['panel-ink', 'panel-soft', 'panel-key', 'panel-string', 'panel-number'].flatMap(
      (ink) =>
        [
          [ink, 'panel'],
          [ink, 'panel-head'],
        ] as [string, string][],
    ),
  ];

  for (const [name, colours] of Object.entries({ light, dark }) as [string, Record<string, string>][]) {
    test(`gives every text at least 4.5 : 1 in the ${name}`, () => {
      for (const [ink, ground] of pairs) {
        const [a, b] = [luminance(colours[ink]!), luminance(colours[ground]!)];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        assert.ok(contrast >= 4.5, `${ink} on ${ground}: ${contrast.toFixed(2)}`);
      }
    });
  }

  test('heeds dark, print, narrow screens and visible focus', () => {
    for (const part of [
      'prefers-color-scheme: dark',
      '@media print',
      'max-width: 56rem',
      ':focus-visible',
      'prefers-reduced-motion',
    ]) {
      assert.ok(style.includes(part), part);
    }
  });
});
