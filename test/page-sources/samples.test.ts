import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { detectFormat, readSource, type SourceFormat } from '../../server/domain/import/sources/index.ts';
import { assertValid } from './valid.ts';

function sample(name: string): string {
  return readFileSync(new URL(`samples/${name}`, import.meta.url), 'utf8');
}

function read(format: SourceFormat, name: string) {
  const text = sample(name);
  assert.equal(detectFormat(text), format);
  const result = readSource(format, text);
  assertValid(result.document);
  return result;
}

describe('A saved Linktree page', () => {
  it('gives name, text, links in order, groups, players and networks, and warns of what is left out', () => {
    assert.deepEqual(read('linktree', 'linktree.html'), {
      document: {
        version: 1,
        profile: { name: 'Mira grows', bio: 'Beans, compost\nand bad jokes.' },
        social: { instagram: 'mira.grows', email: 'mira@garden.example', twitter: 'miragrows', tiktok: 'mira.grows' },
        blocks: [
          {
            block: 'links',
            name: 'Come along',
            items: [
              { caption: 'The allotment diary', link: 'https://diary.example/' },
              { caption: 'Workshops & talks', link: 'https://mira.example/workshops?utm_source=linktree' },
            ],
          },
          {
            block: 'links',
            name: 'Seeds and tools',
            items: [
              { caption: 'Beans', link: 'https://seeds.example/beans' },
              { caption: 'A good spade', link: 'https://tools.example/spade' },
            ],
          },
          { block: 'video', name: 'How to prune', content: { provider: 'youtube', id: 'abcDEF12345' } },
          {
            block: 'links',
            items: [
              { caption: 'Not for the squeamish', link: 'https://slugs.example/', settings: { sensitive: true } },
              { caption: 'Friends at the mill', link: 'https://linktr.ee/themill.example' },
            ],
          },
        ],
      },
      warnings: [
        '1 entry was left out because of a missing web, mail or telephone address: “A bookmarklet”.',
        '1 link was repeated and imported once.',
        '1 locked link was left out.',
        'Not imported: 1 entry without an address, such as a form or a shop.',
        'The profile picture was not imported; upload it.',
        '1 link picture was not imported.',
      ],
    });
  });

  it('is parsed from its HTML if its data is missing, without links of the service itself', () => {
    assert.deepEqual(read('linktree', 'linktree-without-data.html'), {
      document: {
        version: 1,
        profile: { name: 'Mira grows', bio: 'Beans, compost and bad jokes.' },
        social: { instagram: 'mira.grows', email: 'mira@garden.example' },
        blocks: [
          {
            block: 'links',
            name: 'Come along',
            items: [
              { caption: 'The allotment diary', link: 'https://diary.example/' },
              { caption: 'Workshops & talks', link: 'https://mira.example/workshops?utm_source=linktree&page=2' },
            ],
          },
          { block: 'video', name: 'How to prune', content: { provider: 'youtube', id: 'abcDEF12345' } },
        ],
      },
      warnings: [],
    });
  });
});

describe('A LinkStack export', () => {
  it('gives links, headings, texts, dividers, contact cards and icons', () => {
    assert.deepEqual(read('linkstack', 'linkstack-links.json'), {
      document: {
        version: 1,
        social: { instagram: 'ofenandsons' },
        blocks: [
          { block: 'links', items: [{ caption: 'Read me first', link: 'https://bakery.example/start' }] },
          {
            block: 'links',
            name: 'Bread',
            items: [{ caption: 'Opening hours', link: 'https://bakery.example/hours' }],
          },
          { block: 'divider', settings: { style: 'space' } },
          { block: 'text', content: 'Closed on Mondays.\n\nCome early & hungry.' },
          {
            block: 'links',
            items: [
              { caption: 'Write to us', link: 'mailto:hello@bakery.example' },
              { caption: 'Call us', link: 'tel:+49301234567' },
              { caption: 'GitHub', link: 'https://github.com/bakery' },
            ],
          },
          {
            block: 'contact_card',
            name: 'Otto Ofen',
            subheading: 'Master baker',
            content: {
              organisation: 'Ofen & Sons',
              email: 'otto@bakery.example',
              phone: '+49301234567',
              address: 'Mehlweg 1, Berlin',
              website: 'https://bakery.example/',
            },
          },
          { block: 'links', items: [{ caption: 'Mastodon', link: 'https://social.example/@ofen' }] },
        ],
      },
      warnings: ['1 entry was left out because of a missing web, mail or telephone address: “Old trick”.'],
    });
  });

  it('of all data gives the name too, but not the sign-in e-mail address', () => {
    const { document, warnings } = read('linkstack', 'linkstack-user.json');
    assert.deepEqual(document.profile, { name: 'Ofen & Sons', bio: 'Bread since 1911' });
    assert.deepEqual(warnings, ['The profile picture was not imported; upload it.']);
    assert.doesNotMatch(JSON.stringify(document), /private@/);
  });

  it('is parsed from the saved page too', () => {
    assert.deepEqual(read('linkstack', 'linkstack.html'), {
      document: {
        version: 1,
        profile: { name: 'Ofen & Sons', bio: 'Bread since 1911' },
        social: { instagram: 'ofenandsons' },
        blocks: [
          {
            block: 'links',
            name: 'Bread',
            items: [
              { caption: 'Opening hours', link: 'https://bakery.example/hours' },
              { caption: 'Write to us', link: 'mailto:hello@bakery.example' },
            ],
          },
        ],
      },
      warnings: [],
    });
  });
});

describe('A file of bookmarks', () => {
  it('gives a block for each folder with links, and none for the browser’s own folders', () => {
    assert.deepEqual(read('bookmarks', 'bookmarks.html'), {
      document: {
        version: 1,
        blocks: [
          {
            block: 'links',
            items: [
              {
                caption: 'News & weather',
                link: 'https://news.example/?a=1&b=2',
                element: { description: 'What the sky does' },
              },
              { caption: 'Trains', link: 'https://trains.example/' },
            ],
          },
          {
            block: 'links',
            name: 'Cooking',
            items: [
              { caption: 'Soup', link: 'https://soup.example/' },
              { caption: 'Salad', link: 'https://salad.example/' },
            ],
          },
          { block: 'links', name: 'Baking', items: [{ caption: 'Bread', link: 'https://bread.example/' }] },
          { block: 'links', items: [{ caption: 'Mail', link: 'https://mail.example/' }] },
        ],
      },
      warnings: [
        '2 entries were left out because of a missing web, mail or telephone address: “Most visited”, “A bookmarklet”.',
      ],
    });
  });
});

describe('A list of links', () => {
  it('is parsed line by line, with titles on either side, and as Markdown', () => {
    assert.deepEqual(read('links', 'links.txt'), {
      document: {
        version: 1,
        blocks: [
          {
            block: 'links',
            items: [
              { caption: 'one.example', link: 'https://one.example/' },
              { caption: 'Two', link: 'https://two.example/page' },
              { caption: 'Three', link: 'https://three.example/' },
              { caption: 'The fourth, at last', link: 'https://four.example/' },
              { caption: 'Five', link: 'https://five.example/' },
              { caption: 'six.example', link: 'https://www.six.example/' },
            ],
          },
          {
            block: 'links',
            name: 'On paper',
            items: [
              { caption: 'Seven', link: 'https://seven.example/' },
              { caption: 'Eight', link: 'https://eight.example/(8)' },
              { caption: 'Nine', link: 'https://nine.example/' },
              { caption: 'Ten', link: 'mailto:ten@example.com' },
              { caption: 'Eleven', link: 'tel:+49301234567' },
            ],
          },
        ],
      },
      warnings: [
        '3 entries were left out because of a missing web, mail or telephone address: “![a picture](https://picture.example/p.png)”, “no address here”, “data:text/html,”.',
        '1 link was repeated and imported once.',
      ],
    });
  });

  it('is parsed as a table if its first line names the columns', () => {
    assert.deepEqual(read('links', 'links.csv'), {
      document: {
        version: 1,
        blocks: [
          {
            block: 'links',
            items: [
              {
                caption: 'A "quoted" title; with more',
                link: 'https://a.example/',
                element: { description: 'A note' },
              },
            ],
          },
          {
            block: 'links',
            name: 'Reading',
            items: [
              { caption: 'B', link: 'https://b.example/', element: { description: 'in two lines' } },
              { caption: 'c.example', link: 'https://c.example/' },
            ],
          },
        ],
      },
      warnings: ['1 entry was left out because of a missing web, mail or telephone address: “D”.'],
    });
  });
});

describe('A table without a header line', () => {
  const items = (text: string) => readSource('links', text).document.blocks?.[0]?.items;

  it('is parsed by the column with the URLs', () => {
    const both = [
      { caption: 'One, or so', link: 'https://one.example/?a,b' },
      { caption: 'Two', link: 'https://two.example/' },
    ];
    assert.deepEqual(items('"One, or so","https://one.example/?a,b"\r\nTwo, https://two.example\r\n'), both);
    assert.deepEqual(items('https://one.example/?a,b\tOne, or so\tx\nhttps://two.example\tTwo\t\n'), both);
  });

  it('is a list if one row has no URL', () => {
    assert.deepEqual(items('One; https://one.example\nTwo, or https://two.example'), [
      { caption: 'One', link: 'https://one.example/' },
      { caption: 'Two, or', link: 'https://two.example/' },
    ]);
  });
});

it('detects a format only if the text looks like it', () => {
  assert.equal(detectFormat('<html><a href="https://a.example">A</a></html>'), undefined);
  assert.equal(detectFormat('{"version":1,"blocks":[]}'), undefined);
  assert.equal(detectFormat('only words'), undefined);
  assert.equal(detectFormat(''), undefined);
});
