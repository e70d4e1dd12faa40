import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { blockTypes } from '../../../contract/blocks/index.ts';
import { referencePolicy } from '../../../server/views/reference/layout.ts';
import { referencePages } from '../../../server/views/reference/page.ts';
import { type Element, elements, readMarkup, textOf } from '../markup.ts';
import { hostile, smallDocument } from './reference-document.ts';

const options = { origin: 'https://links.example', documentUrl: '/api/v1/openapi.json' };
const committed = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as typeof smallDocument;
const MAX_PAGE_BYTES = 150_000;

const ofClass = (from: Element, name: string) =>
  elements(from).filter(({ attributes }) => attributes.class?.split(' ').includes(name));
const byId = (from: Element, id: string) => elements(from).find(({ attributes }) => attributes.id === id);
const words = (element: Element | undefined) => (element ? textOf(element).replace(/\s+/g, ' ').trim() : undefined);

/** The pages by path. */
function pagesOf(document: object, given = options): Map<string, string> {
  return new Map([...referencePages(document, given)].map(([path, render]) => [path, render()]));
}

interface Documented {
  operationId?: string;
  summary: string;
  'x-alias-of'?: string;
}

function operationsIn(document: { paths: object }): (Documented & { method: string; path: string })[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Documented>)
      .filter(([method, operation]) => method !== 'parameters' && !operation['x-alias-of'])
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

/** The top-level fields of a list: name, type and marks. */
function rowsOf(list: Element): string[] {
  return list.children
    .filter((child) => typeof child !== 'string')
    .map((item) => words(ofClass(item, 'field')[0]) ?? '');
}

for (const [name, document] of Object.entries({ 'a small document': smallDocument, 'our own document': committed })) {
  describe(`The reference of ${name}`, () => {
    const pages = pagesOf(document);
    const roots = new Map([...pages].map(([path, page]) => [path, readMarkup(page)]));
    const overview = roots.get('/docs')!;

    test('shows every operation on the page of its resource, with its method, path and summary', () => {
      const shown = [...roots.values()].flatMap((root) =>
        ofClass(root, 'operation').map((operation) => {
          const [endpoint] = ofClass(operation, 'endpoint');
          return `${words(ofClass(endpoint!, 'method')[0])} ${words(elements(endpoint!, 'code')[0])} ${words(elements(operation, 'h2')[0])}`;
        }),
      );
      const expected = operationsIn(document).map(({ method, path, summary }) => `${method} ${path} ${summary}`);
      assert.ok(expected.length > 4);
      assert.deepEqual(shown.sort(), expected.sort());
    });

    test('links every operation by its id from the overview', () => {
      const entries = ofClass(overview, 'index').flatMap((index) => elements(index, 'li'));
      assert.equal(entries.length, operationsIn(document).length);
      for (const entry of entries) {
        const [path, fragment] = elements(entry, 'a')[0]!.attributes.href!.split('#');
        assert.equal(fragment, entry.attributes.id);
        assert.equal(byId(roots.get(path!)!, fragment!)?.attributes.class, 'operation');
      }
    });

    for (const [path, root] of roots) {
      test(`${path}: is at most 150 kB`, () => {
        assert.ok(Buffer.byteLength(pages.get(path)!) <= MAX_PAGE_BYTES, `${pages.get(path)!.length}`);
      });

      test(`${path}: has one h1 and skips no heading level`, () => {
        const levels = elements(root, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6').map(({ tag }) => Number(tag[1]));
        assert.equal(levels[0], 1);
        assert.equal(levels.filter((level) => level === 1).length, 1);
        for (const [index, level] of levels.entries()) assert.ok(index === 0 || level <= levels[index - 1]! + 1);
      });

      test(`${path}: has landmarks, a language, a title and a skip link`, () => {
        assert.equal(elements(root, 'html')[0]?.attributes.lang, 'en');
        assert.ok(words(elements(root, 'title')[0])?.includes(document.info.title));
        for (const tag of ['header', 'main']) assert.equal(elements(root, tag).length, 1, tag);
        assert.equal(elements(root, 'a')[0]?.attributes.href, '#content');
        assert.equal(byId(root, 'content')?.tag, 'main');
        const labels = elements(root, 'nav').map(({ attributes }) => attributes['aria-label']);
        assert.deepEqual(labels, path === '/docs' ? ['Contents'] : ['Contents', 'Pages']);
        const current = elements(root, 'a').filter(({ attributes }) => attributes['aria-current'] === 'page');
        assert.deepEqual(
          current.map(({ attributes }) => attributes.href),
          [path],
        );
      });

      test(`${path}: has unique ids, and a target for every internal link`, () => {
        const ids = elements(root).flatMap(({ attributes }) => attributes.id ?? []);
        assert.equal(new Set(ids).size, ids.length);
        const targets = elements(root, 'a').flatMap(({ attributes }) => attributes.href ?? []);
        for (const href of targets.filter((one) => /^(#|\/docs)/.test(one))) {
          const [, page, fragment] = /^([^#]*)(?:#(.*))?$/.exec(href)!;
          const target = page === '' ? root : roots.get(page!);
          assert.ok(target && (fragment === undefined || byId(target, fragment)), href);
        }
        const operations = ofClass(root, 'operation').map(({ attributes }) => `#${attributes.id}`);
        const listed = elements(elements(root, 'nav')[0]!, 'a').map(({ attributes }) => attributes.href);
        for (const operation of operations) assert.ok(listed.includes(operation), `${operation} is in the contents`);
      });

      test(`${path}: loads nothing and runs no script`, () => {
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

      test(`${path}: allows only its own style, by hash`, () => {
        const styles = elements(root, 'style');
        assert.equal(styles.length, 1);
        const digest = createHash('sha256').update(textOf(styles[0]!)).digest('base64');
        const rules = referencePolicy.split('; ');
        assert.ok(rules.includes("default-src 'none'"));
        assert.ok(rules.includes(`style-src 'sha256-${digest}'`));
        assert.ok(!referencePolicy.includes('unsafe'));
      });

      test(`${path}: has a curl command for every operation, and focusable scroll boxes`, () => {
        for (const operation of ofClass(root, 'operation')) {
          assert.match(words(ofClass(operation, 'all')[0]) ?? '', /^curl (-X \w+ )?'https:\/\/links\.example\//);
        }
        for (const { attributes } of elements(root, 'pre')) {
          assert.equal(attributes.tabindex, '0');
          assert.ok(attributes['aria-label']);
        }
      });
    }
  });
}

describe('An operation', () => {
  const pages = new Map([...pagesOf(smallDocument)].map(([path, page]) => [path, readMarkup(page)]));
  const operation = (id: string) =>
    [...pages.values()].map((root) => byId(root, id)).find((one) => one?.tag === 'section')!;
  const listsIn = (element: Element) => ofClass(element, 'fields');

  test('lists its parameters by location, with type, rule and whether they are required', () => {
    const list = operation('list-places');
    assert.deepEqual(elements(list, 'h3').map(words), ['Query parameters', 'Response 200']);
    assert.deepEqual(elements(listsIn(list)[0]!, 'li').map(words), [
      'page integer Which page at least 1',
      'area string required',
      'kind string one of inn, ford',
    ]);
    assert.deepEqual(elements(listsIn(operation('get-place'))[0]!, 'li').map(words), [
      'id integer required at least 1',
    ]);
    assert.deepEqual(elements(operation('create-place'), 'h3').map(words).slice(0, 2), ['Headers', 'Body']);
  });

  test('lists the fields of its body, without those that can only be null, and its media types', () => {
    const create = operation('create-place');
    assert.equal(
      words(ofClass(create, 'formats')[0]),
      'Content type: multipart/form-data, application/x-www-form-urlencoded or application/json.',
    );
    assert.deepEqual(elements(listsIn(create)[1]!, 'li').map(words), [
      'kind string required What it is one of inn, bridge, ford',
      'title string required 1 to 100 characters',
      'picture file',
      'status integer 0 or 1; default 1',
    ]);
  });

  test('links an object that the page uses more than once, and describes it once, with nested fields', () => {
    const [place] = elements(operation('get-place'), 'a').filter(
      ({ attributes }) => attributes.href === '#object-place',
    );
    assert.equal(words(place), 'Place');
    const root = pages.get('/docs/places')!;
    const [top] = listsIn(byId(root, 'object-place')!);
    assert.deepEqual(rowsOf(top!), [
      'id integer',
      'kind string',
      'closed_at string or null',
      'owner object',
      'visits map',
      'tags array of strings',
      'settings map or null',
      'above Place optional',
    ]);
    const owner = elements(top!, 'li').find((item) => words(item)?.startsWith('owner'))!;
    assert.deepEqual(listsIn(owner).map(rowsOf), [['address object'], ['street string', 'zip string optional']]);
    const visits = elements(top!, 'li').find((item) => words(item)?.startsWith('visits'))!;
    assert.deepEqual(listsIn(visits).map(rowsOf), [['any key object'], ['unique integer']]);
  });

  test('lists its error statuses, with a link to their meaning', () => {
    assert.deepEqual(elements(ofClass(operation('get-place'), 'errors')[0]!, 'li').map(words), ['404']);
    const links = elements(operation('get-place'), 'a').map(({ attributes }) => attributes.href);
    assert.ok(links.includes('/docs#about-errors'));
  });

  test('lists its aliases, and not as separate operations', () => {
    const [, alias] = ofClass(operation('create-place'), 'endpoint');
    assert.equal(words(alias), 'or PUT /v1/places');
    assert.equal(operation('create-place-with-put'), undefined);
  });

  test('shows a request that works in a shell', () => {
    const command = (id: string) => textOf(ofClass(operation(id), 'all')[0]!);
    assert.equal(
      command('create-place'),
      `curl 'https://links.example/v1/places' \\
  -H "Authorization: Bearer $FINGERPOST_KEY" \\
  -F 'kind=inn' \\
  -F 'title=Ann'\\''s inn' \\
  -F 'picture=@inn.jpg'`,
    );
    assert.equal(
      command('list-places').split(' \\\n')[0],
      "curl 'https://links.example/v1/places?area=Up%20%26%20down&kind=inn'",
    );
    assert.equal(
      command('post-v1-places-id-delete').split(' \\\n')[0],
      "curl -X POST 'https://links.example/v1/places/42/delete'",
    );
    assert.ok(!command('get-v1-open').includes('Authorization'));
  });

  test('shows the example response of the document, if there is one', () => {
    const [, answer] = elements(operation('create-place'), 'pre');
    assert.deepEqual(JSON.parse(textOf(answer!)), { status: true, response: { id: 4711 } });
    assert.equal(elements(operation('list-places'), 'pre').length, 1);
  });
});

test('introduces the API with the sections of the document and the tags without operations', () => {
  const root = readMarkup(pagesOf(smallDocument).get('/docs')!);
  const guide = ofClass(root, 'guide')[0]!;
  assert.deepEqual(elements(guide, 'h2').map(words), ['Authentication', 'Errors', 'Rate limits', 'Idempotency']);
  assert.equal(
    words(ofClass(root, 'opening')[0])?.startsWith('Milestone API Places along the road, told by id.'),
    true,
  );
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

test('escapes the content of the document everywhere', () => {
  const pages = pagesOf(smallDocument, { origin: `https://${hostile}`, documentUrl: hostile });
  assert.ok([...pages.values()].some((page) => page.includes('&lt;script&gt;alert(&#39;x&#39;)')));
  for (const page of pages.values()) {
    assert.doesNotMatch(page, /<script|<img/i);
    for (const { attributes } of elements(readMarkup(page))) {
      for (const name of Object.keys(attributes)) assert.doesNotMatch(name, /^on/);
    }
  }
});

test('describes the meta of a list, also if there is only one list', () => {
  const root = readMarkup(pagesOf(committed).get('/docs/pixels')!);
  const links = elements(byId(root, 'list-pixels')!, 'a').map(({ attributes }) => attributes.href);
  assert.ok(links.includes('#object-meta'));
  assert.ok(words(byId(root, 'object-meta'))?.includes('next_page_url'));
});

test('describes a body by its common fields, then variant by variant', () => {
  const create = byId(readMarkup(pagesOf(committed).get('/docs/blocks')!), 'create-block')!;
  const [forms] = ofClass(create, 'forms');
  const variants = forms!.children.filter((child) => typeof child !== 'string');
  const names = variants.map((variant) => words(elements(variant, 'code')[0]));
  assert.deepEqual(
    names,
    blockTypes.map((type) => `block: ${type}`),
  );
  const nameOf = (row: string) => row.split(' ')[0];
  assert.deepEqual(rowsOf(ofClass(create, 'fields')[1]!).map(nameOf), ['name', 'subheading', 'position']);
  assert.deepEqual(rowsOf(ofClass(variants[0]!, 'fields')[0]!).map(nameOf), ['block', 'settings', 'items']);
});

describe('The style', () => {
  const style = textOf(elements(readMarkup(pagesOf(smallDocument).get('/docs')!), 'style')[0]!);
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
    test(`has a contrast of at least 4.5 : 1 for every text in the ${name}`, () => {
      for (const [ink, ground] of pairs) {
        const [a, b] = [luminance(colours[ink]!), luminance(colours[ground]!)];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        assert.ok(contrast >= 4.5, `${ink} on ${ground}: ${contrast.toFixed(2)}`);
      }
    });
  }

  test('supports dark mode, print, narrow screens and visible focus', () => {
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
