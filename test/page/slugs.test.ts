import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { slugFor, slugProblem } from '../../server/domain/links/slugs.ts';

const free = () => false;

describe('A slug', () => {
  for (const [title, slug] of [
    ['Order an arm for your own post!', 'order-an-arm-for-your-own-post'],
    ['  Été à Győr — “déjà vu”  ', 'ete-a-gyor-deja-vu'],
    ['Straßenfest in Łódź', 'strassenfest-in-lodz'],
    ["Ada's 2nd shop", 'adas-2nd-shop'],
    ['ﬁne ① Ⅷ', 'fine-1-viii'],
    ['𝐒𝐡𝐨𝐩 Ｏｎｅ', 'shop-one'],
    ['谷の散歩地図 🧭', '谷の散歩地図'],
    ['Часы работы: ЁЖ', 'часы-работы-ёж'],
    ['हिन्दी में', 'हिन्दी-में'],
    ['../../etc/passwd', 'etc-passwd'],
    ['a.b_c%2Fd', 'a-b-c-2fd'],
    ['🧭 !!! ', 'link'],
    ['', 'link'],
    ['\ud800', 'link'],
    ['QR', 'qr-2'],
    ['Forms', 'forms-2'],
  ] as const) {
    it(`of ${JSON.stringify(title)} is ${slug}`, () => assert.equal(slugFor(title, free), slug));
  }

  it('has at most sixty characters and ends with a whole word', () => {
    assert.equal(slugFor(`${'x'.repeat(59)} tail`, free), 'x'.repeat(59));
    assert.equal(slugFor('long '.repeat(50), free).length <= 60, true);
    // Whole characters: one of these has two code units.
    assert.equal(slugFor(`x${'𐐨'.repeat(40)}`, free), `x${'𐐨'.repeat(29)}`);
  });

  it('gets a number if it is taken', () => {
    const taken = new Set(['shop', 'shop-2', 'x'.repeat(60)]);
    assert.equal(
      slugFor('Shop', (slug) => taken.has(slug)),
      'shop-3',
    );
    assert.equal(
      slugFor('x'.repeat(80), (slug) => taken.has(slug)),
      `${'x'.repeat(58)}-2`,
    );
  });

  it('finds a free number in few checks', () => {
    let checks = 0;
    const slug = slugFor('Shop', (one) => {
      checks += 1;
      return one === 'shop' || Number(/^shop-(\d+)$/.exec(one)?.[1]) <= 10_000;
    });
    assert.equal(slug, 'shop-10001');
    assert.ok(checks < 50, `${checks} checks`);
  });

  it('is valid if it equals the slug of a title', () => {
    for (const slug of ['shop', 'a-1', 'часы-ёж', '谷', 'x'.repeat(60)])
      assert.equal(slugProblem(slug), undefined, slug);
    for (const slug of ['Shop', 'é', '-a', 'a-', 'a_b', 'ё'.normalize('NFD'), 'qr', 'contact', 'x'.repeat(61), '']) {
      assert.match(slugProblem(slug)!, /for example "[^"]+"\.$|is reserved/, slug);
    }
  });
});
