import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { referenceRoutes } from '../../../server/http/site/reference.ts';
import { creditFor } from '../../../server/views/credit.ts';
import { referencePages } from '../../../server/views/reference/page.ts';
import { elements, readMarkup, textOf } from '../markup.ts';
import { hostile, smallDocument } from './reference-document.ts';

const options = { origin: 'https://links.example', documentUrl: '/api/v1/openapi.json' };
const byName = {
  name: 'CC BY 4.0',
  url: 'https://cc.example/by',
  attribution: { text: 'Maps by Ada', url: 'https://ada.example' },
};

function footer(credit: string | undefined) {
  const overview = referencePages(smallDocument, { ...options, credit }).get('/docs')!();
  const [element] = elements(readMarkup(overview), 'footer');
  return (
    element && {
      text: textOf(element),
      links: elements(element, 'a').map((link) => [textOf(link), link.attributes.href]),
    }
  );
}

test('credits the data source in the footer, with the links that its licence requires', () => {
  assert.deepEqual(footer(creditFor(byName)), {
    text: 'Countries and cities: Maps by Ada (CC BY 4.0)',
    links: [
      ['Maps by Ada', 'https://ada.example'],
      ['CC BY 4.0', 'https://cc.example/by'],
    ],
  });
});

test('links the URL inside the attribution text', () => {
  const attribution = { text: 'Maps by Ada, from https://ada.example as they are', url: 'https://ada.example' };
  assert.deepEqual(footer(creditFor({ ...byName, attribution })), {
    text: 'Countries and cities: Maps by Ada, from https://ada.example as they are (CC BY 4.0)',
    links: [
      ['https://ada.example', 'https://ada.example'],
      ['CC BY 4.0', 'https://cc.example/by'],
    ],
  });
});

test('has no footer without an attribution, and escapes markup in it', () => {
  assert.equal(creditFor(undefined), undefined);
  assert.equal(creditFor({ name: 'Paid for', url: 'https://ada.example' }), undefined);
  assert.equal(footer(undefined), undefined);
  assert.equal(footer(hostile)?.text, `Countries and cities: ${hostile}`);
});

test('renders the page again when the credit changes', async () => {
  let credit: string | undefined = '[Ada](https://ada.example)';
  const app = fastify();
  app.register(referenceRoutes, {
    document: () => smallDocument,
    origin: () => 'http://localhost',
    credit: () => credit,
  });
  const first = await app.inject('/docs');
  assert.ok(first.body.includes('https://ada.example'));
  credit = undefined;
  const second = await app.inject('/docs');
  assert.ok(!second.body.includes('https://ada.example'));
  assert.notEqual(first.headers.etag, second.headers.etag);
});
