import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactCard } from '../../../server/views/contact-card.ts';

const contact = {
  name: 'Ada Lovelace',
  title: 'Analyst',
  organisation: 'Engines; Analytical, Ltd',
  email: 'ada@example.com',
  phone: '+44 20 7946 0123',
  address: '12 St James’s Square\nLondon',
  website: 'https://example.com/ada?a=1,2;b',
  page: 'https://links.example/ada',
  revisedAt: Date.UTC(2026, 10, 15, 8, 30) * 1000 + 123_456,
};
const blank = { name: '', title: '', organisation: '', email: '', phone: '', address: '', website: '' };

test('renders a vCard that address books accept', () => {
  const lines = contactCard(contact).split('\r\n');
  assert.deepEqual(lines, [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:;Ada Lovelace;;;',
    'FN:Ada Lovelace',
    'TITLE:Analyst',
    'ORG:Engines\\; Analytical\\, Ltd',
    'EMAIL;TYPE=INTERNET:ada@example.com',
    'TEL;TYPE=VOICE:+44 20 7946 0123',
    'ADR:;;12 St James’s Square\\nLondon;;;;',
    'URL:https://example.com/ada?a=1,2;b',
    'URL:https://links.example/ada',
    'REV:2026-11-15T08:30:00.123456Z',
    'END:VCARD',
    '',
  ]);
});

test('leaves out missing and invalid fields', () => {
  for (const website of ['', 'javascript:alert(1)', 'not an address', 'tel:+44', 'https://u:p@example.com/']) {
    const card = contactCard({ ...contact, ...blank, name: 'Ada', website });
    assert.deepEqual(
      card.split('\r\n').map((line) => line.split(':')[0]),
      ['BEGIN', 'VERSION', 'N', 'FN', 'URL', 'REV', 'END', ''],
    );
  }
});

test('prevents line injection from any field', () => {
  const breaks = ['\r\n', '\n', '\r', '\u0085', '\u2028', '\u2029', '\v', '\f', '\u0000\r\n', '\\\r\n', '\r\n '];
  const attacks = breaks.map((line) => `x${line}NOTE:evil${line}END:VCARD${line}BEGIN:VCARD\ud800`);
  for (const attack of attacks) {
    const evil = Object.fromEntries(Object.keys(blank).map((field) => [field, attack])) as typeof blank;
    const card = contactCard({ ...contact, ...evil });
    const unfolded = card.replaceAll('\r\n ', '');
    assert.deepEqual(
      unfolded.split('\r\n').map((line) => line.split(/[:;]/)[0]),
      ['BEGIN', 'VERSION', 'N', 'FN', 'TITLE', 'ORG', 'EMAIL', 'TEL', 'ADR', 'URL', 'REV', 'END', ''],
    );
    assert.match(unfolded, /^FN:x(\\\\)?\\n *NOTE:evil(\\\\)?\\n *END:VCARD(\\\\)?\\n *BEGIN:VCARD\ufffd\r$/m);
    assert.doesNotMatch(card, /[^\P{Cc}\r\n]|\r(?!\n)|(?<!\r)\n/u);
  }
});

test('folds lines at 75 octets, never within a character', () => {
  const name = '🦊 Zoë '.repeat(40);
  const card = contactCard({ ...contact, name });
  for (const line of card.split('\r\n')) {
    assert.ok(Buffer.byteLength(line) <= 75, `${Buffer.byteLength(line)} octets`);
    assert.ok(line.isWellFormed());
  }
  assert.ok(card.replaceAll('\r\n ', '').includes(`\r\nFN:${name.trim()}\r\n`));
});
