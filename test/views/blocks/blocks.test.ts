// The HTML of every block type. `<svg i>` stands for a drawing.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BlockType, blockTypes } from '../../../contract/vocabulary.ts';
import { kindOf, sizeOf } from '../../../server/views/page/blocks/file.ts';
import { blockStyles } from '../../../server/views/page/blocks.ts';
import { pageModel } from '../page/page-model.ts';
import { type BlockGiven, blockModel, inside, shown } from './block-model.ts';

describe('Links', () => {
  it('point to their short links, with description, language and marks', () => {
    assert.equal(
      inside('links', {
        name: 'Which way?',
        subheading: 'Many arms',
        items: [
          { caption: 'Shop', link: {}, element: { description: 'Open all day' } },
          { caption: 'Late', link: { path: '/ada/late', isHighlighted: true, isSensitive: true } },
          { caption: 'خريطة', link: { path: '/ada/map', language: 'ar' } },
          { caption: 'Leads nowhere' },
        ],
      }),
      '<h2 dir="auto">Which way?</h2><p class="sub" dir="auto">Many arms</p><ul class="stack" role="list">' +
        '<li><a class="btn" href="/ada/shop" rel="noopener"><span><span dir="auto">Shop</span><small dir="auto">Open all day</small></span></a></li>' +
        '<li><a class="btn hot" href="/ada/late" rel="noopener"><span><span dir="auto">Late</span></span> <span class="mark"><svg i>Sensitive</span></a></li>' +
        '<li><a class="btn" href="/ada/map" hreflang="ar" rel="noopener"><span><span dir="auto" lang="ar">خريطة</span></span></a></li></ul>',
    );
  });

  it('have pictures in the other layouts: an upload of the owner, or a generated one', () => {
    const items = [{ caption: 'Shop', alt: 'A door', picture: 'https://links.example/uploads/7/door.webp', link: {} }];
    assert.equal(
      inside('links', { settings: { layout: 'thumbnails' }, items }),
      '<ul class="thumbnails" role="list"><li><a class="btn" href="/ada/shop" rel="noopener"><img src="/uploads/7/door.webp" alt="A door" width="48" height="48" loading="lazy"><span><span dir="auto">Shop</span></span></a></li></ul>',
    );
    for (const layout of ['cards', 'grid']) {
      assert.match(inside('links', { settings: { layout }, items }), /<a class="card tile" .*<img src="\/uploads/);
    }
    const foreign = ['https:', '', 'https://links.example', '/.', '\\'].map(
      (start) => `${start}//elsewhere.example/x.png`,
    );
    for (const picture of [...foreign, 'data:image/png,x']) {
      const drawn = inside('links', { settings: { layout: 'grid' }, items: [{ picture, link: {} }] });
      assert.match(drawn, /<img src="\/pictures\/thumbnail\/61\.svg" alt="" /);
    }
  });

  it('are named after their target without a caption', () => {
    const called = (url: string) =>
      /<span dir="auto">(.*?)<\/span>/.exec(inside('links', { items: [{ link: { url } }] }))![1];
    assert.equal(called('https://example.com/shop?x=1'), 'example.com');
    assert.equal(called('mailto:ada%2Bposts@example.com'), 'ada+posts@example.com');
    assert.equal(called('tel:+441632960123'), '+441632960123');
  });

  it('ignore an invalid language', () => {
    for (const language of ['', 'xx', 'not a tag', '"><b>', 'e']) {
      assert.ok(!/lang/.test(inside('links', { items: [{ caption: 'Shop', link: { language } }] })), language);
    }
  });
});

describe('Headings, texts and pictures', () => {
  it('heading: size and alignment, always an h2', () => {
    assert.equal(
      inside('heading', { name: 'Workshop', subheading: 'Wood', settings: { level: 1, align: 'right' } }),
      '<div class="l1 to-end"><h2 dir="auto">Workshop</h2><p class="sub" dir="auto">Wood</p></div>',
    );
    assert.equal(
      inside('heading', { name: 'Iron', settings: { level: 3 } }),
      '<div class="l3 to-center"><h2 dir="auto">Iron</h2></div>',
    );
  });

  it('text: Markdown', () => {
    assert.equal(
      inside('text', { content: 'Hello *you*' }),
      '<div class="md to-start"><p dir="auto">Hello <em>you</em></p></div>',
    );
  });

  it('image: with its caption, linked if it has a link', () => {
    const picture = '<img src="/pictures/thumbnail/61.svg" alt="A white post" width="640" height="360" loading="lazy">';
    assert.equal(
      inside('image', { items: [{ caption: 'A post', alt: 'A white post', link: { isSensitive: true } }] }),
      `<div class="cover"><figure><a href="/ada/shop" rel="noopener">${picture}<span class="cap"><span dir="auto">A post</span> <span class="mark"><svg i>Sensitive</span></span></a></figure></div>`,
    );
    assert.equal(
      inside('image', { items: [{ caption: 'A post', alt: 'A white post' }], settings: { fit: 'contain' } }),
      `<div class="contain"><figure>${picture}<figcaption class="cap"><span dir="auto">A post</span></figcaption></figure></div>`,
    );
  });

  it('gallery: in columns', () => {
    assert.equal(
      inside('gallery', { settings: { columns: 3 }, items: [{ alt: 'Hands' }] }),
      '<ul class="c3" role="list"><li><figure><img src="/pictures/thumbnail/61.svg" alt="Hands" width="320" height="320" loading="lazy"></figure></li></ul>',
    );
  });
});

describe('Questions and forms', () => {
  it('faq: expands without script', () => {
    assert.equal(
      inside('faq', { items: [{ caption: 'How long?', element: { answer: '*Thirty* years.' } }, { caption: 'Why?' }] }),
      '<div class="card"><details><summary dir="auto">How long?</summary><div class="md"><p dir="auto"><em>Thirty</em> years.</p></div></details></div>',
    );
  });

  const trap =
    '<p class="trap" aria-hidden="true"><label>Leave this empty <input name="website_url" tabindex="-1" autocomplete="off"></label></p>';

  it('signup: one field and a honeypot', () => {
    assert.equal(
      inside('signup', { content: { button: 'Join' } }),
      '<form class="card" method="post" action="/ada/forms/5"><div><label for="f5">Your e-mail address</label>' +
        `<input id="f5" name="email" type="email" autocomplete="email" maxlength="254" placeholder="you@example.com" required></div>${trap}<button class="btn">Join</button></form>`,
    );
  });

  it('contact form: the owner’s fields, each with label and maximum length', () => {
    const fields = [
      { name: 'company', label: 'Company' },
      { name: 'email', label: 'E-mail', required: true },
      { name: 'message', label: 'Message', required: true },
    ];
    assert.equal(
      inside('contact_form', { content: { fields, button: ' ' } }),
      '<form class="card" method="post" action="/ada/forms/5">' +
        '<div><label for="f5-1" dir="auto">Company <small>(optional)</small></label><input id="f5-1" name="company" maxlength="200" dir="auto" type="text" autocomplete="organization"></div>' +
        '<div><label for="f5-2" dir="auto">E-mail</label><input id="f5-2" name="email" maxlength="254" dir="auto" required type="email" autocomplete="email"></div>' +
        '<div><label for="f5-3" dir="auto">Message</label><textarea id="f5-3" name="message" maxlength="5000" dir="auto" required rows="4"></textarea></div>' +
        `${trap}<button class="btn">Send</button></form>`,
    );
  });
});

describe('Countdowns, files, cards and maps', () => {
  it('countdown: its end and the final text', () => {
    assert.equal(
      inside('countdown', { content: { until: '2026-12-25T12:00:00+02:00', finished: 'Come in!' } }),
      '<p class="card"><time dir="auto" datetime="2026-12-25T10:00:00.000Z" data-until="2026-12-25T10:00:00.000Z" data-u="d h m s" data-done="Come in!">25 December 2026</time>' +
        '<small dir="auto"><span>25 December 2026, </span>10:00 UTC</small></p>',
    );
    assert.equal(
      inside('countdown', { content: { until: null, finished: 'Come in!' } }),
      '<p class="card" dir="auto">Come in!</p>',
    );
  });

  it('file: its type and size', () => {
    assert.equal(
      inside('file', {
        items: [{ caption: 'Paths', link: {}, element: { type: 'application/pdf', bytes: 1_843_200 } }],
      }),
      '<ul role="list"><li><a class="btn file" href="/ada/shop" rel="noopener"><svg i><span><span dir="auto">Paths</span><small><bdi>PDF · 1.8 MB</bdi></small></span></a></li></ul>',
    );
    assert.deepEqual(
      [0, 812, 999_499, 999_500, 12_345_678, 5e12].map((bytes) => sizeOf(bytes, null)),
      ['', '812 bytes', '999 kB', '1.0 MB', '12 MB', '5.0 TB'],
    );
    assert.equal(kindOf('audio/mpeg', 'https://example.com/x'), 'MP3');
    assert.equal(kindOf('', 'https://example.com/a/maps.ZIP?x=.pdf'), 'ZIP');
    assert.equal(kindOf('application/octet-stream', 'mailto:a@b.c'), '');
    assert.equal(kindOf('<b>', 'https://example.com/'), '');
  });

  it('contact card: links to mail, call and open, and a file to save', () => {
    const content = {
      organisation: 'Posts',
      email: 'ada@example.com',
      phone: '+44 (1632) 960-123',
      address: 'Toll house',
      website: 'https://example.com/',
    };
    assert.equal(
      inside('contact_card', { name: 'Ada F.', subheading: 'Signwriter', content }),
      '<div class="h-card card"><h2 class="p-name" dir="auto">Ada F.</h2><p class="sub p-job-title" dir="auto">Signwriter</p><p class="p-org" dir="auto">Posts</p><ul role="list">' +
        '<li><svg i><a class="p-tel" href="tel:+441632960123" rel="noopener" dir="auto">+44 (1632) 960-123</a></li>' +
        '<li><svg i><a class="u-email" href="mailto:ada@example.com" rel="noopener" dir="auto">ada@example.com</a></li>' +
        '<li><svg i><a class="u-url" href="https://example.com/" rel="noopener" dir="auto">example.com</a></li>' +
        '<li><svg i><span class="p-adr" dir="auto">Toll house</span></li></ul><a class="btn" href="/ada/contact/5.vcf"><svg i>Save contact</a></div>',
    );
  });

  it('contact card: shows an invalid address as text', () => {
    const content = { email: 'a@b.example?bcc=x@y.example', phone: 'call me', website: 'javascript:alert(1)' };
    const card = inside('contact_card', { content });
    assert.match(card, /<h2 class="p-name" dir="auto">Ada Fenwick<\/h2>/);
    assert.deepEqual(card.match(/href="[^"]*"/g), ['href="/ada/contact/5.vcf"']);
  });

  it('map: loads no map, and links to three', () => {
    assert.equal(
      inside('map', { content: { latitude: -1e-7, longitude: -2.17344444, zoom: 12, label: 'Toll & house' } }),
      '<div class="card"><div class="land"><svg roads><svg i></div><p><b dir="auto">Toll &amp; house</b><small><bdi>0.0000° N, 2.1734° W</bdi></small></p><p class="maps">' +
        '<a href="https://www.openstreetmap.org/?mlat=0&amp;mlon=-2.17344#map=12/0/-2.17344" rel="noopener">OpenStreetMap</a>' +
        '<a href="https://www.google.com/maps/search/?api=1&amp;query=0%2C-2.17344" rel="noopener">Google Maps</a>' +
        '<a href="https://maps.apple.com/?ll=0%2C-2.17344&amp;q=Toll+%26+house" rel="noopener">Apple Maps</a></p></div>',
    );
  });

  it('divider: four styles, and no name', () => {
    assert.equal(inside('divider', { name: 'Not shown' }), '<hr class="line">');
    assert.equal(inside('divider', { settings: { style: 'wave' } }), '<svg wave>');
  });
});

describe('A block without content', () => {
  const named = { name: 'A name', subheading: 'A line' };
  const empty: Partial<Record<BlockType, BlockGiven[]>> = {
    links: [{ items: [{ caption: 'Leads nowhere' }] }],
    heading: [{ name: ' ', subheading: '' }],
    text: [{ content: ' \n ' }],
    video: [{ content: { provider: 'vimeo', id: 'not an id' } }],
    music: [{ content: { provider: 'soundcloud', id: '../x' } }],
    faq: [{ items: [{ caption: 'Why?' }, { element: { answer: 'Because.' } }] }],
    contact_form: [{ content: { fields: [] } }],
    file: [{ items: [{ caption: 'Leads nowhere' }] }],
  };
  /** Forms have fields by default, a heading is its name, and a divider is never empty. */
  const shownWithout: BlockType[] = ['heading', 'signup', 'contact_form', 'divider'];
  for (const type of blockTypes.filter((one) => !shownWithout.includes(one))) {
    it(`is left out without anything: ${type}`, () => assert.equal(shown(type, named), ''));
  }
  for (const [type, cases] of Object.entries(empty)) {
    it(`is left out: ${type}`, () => {
      for (const given of cases) assert.equal(shown(type as BlockType, { ...named, ...given }), '');
    });
  }
});

describe('The style of the blocks', () => {
  it('covers only the types on the page', () => {
    const styleOf = (...types: BlockType[]) =>
      blockStyles(pageModel({ blocks: types.map((type) => blockModel(type)) }));
    assert.equal(styleOf(), '');
    assert.match(styleOf('faq'), /summary\{/);
    assert.match(styleOf('faq'), /\.md\{/);
    assert.doesNotMatch(styleOf('faq'), /\.embed|textarea|figure|\.roads/);
    assert.equal(styleOf('video', 'video'), styleOf('video'));
  });

  it('has at most 8 kB for all types, with logical properties and without pictures', () => {
    const style = blockStyles(pageModel({ blocks: blockTypes.map((type) => blockModel(type)) }));
    assert.ok(style.length <= 8192, `${style.length} characters`);
    assert.doesNotMatch(
      style,
      /url\(|@import|[\s;{](left|right|(margin|padding|border)-(left|right))\s*:|text-align:(left|right)/,
    );
  });
});
