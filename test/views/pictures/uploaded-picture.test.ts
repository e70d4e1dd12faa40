// Uploaded pictures on the page: the available sizes follow from the URL.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from '../../../contract/page/page.ts';
import type { BlockType } from '../../../contract/vocabulary.ts';
import { renderPage } from '../../../server/views/page/document.ts';
import { type BlockGiven, blockModel } from '../blocks/block-model.ts';
import { pageModel } from '../page/page-model.ts';

const digest = 'a'.repeat(64);
const folder = `/uploads/${digest}/${'t'.repeat(22)}`;
const large = `${folder}/1600x1200.webp`;

describe('An uploaded picture', () => {
  it('has the sizes that its place needs, as AVIF and WebP, with width and height', () => {
    assert.equal(
      shown('links', { settings: { layout: 'thumbnails' }, items: [{ picture: large, alt: 'A door', link: {} }] }),
      '<picture><source type="image/avif" srcset="F/96.avif 96w,F/192.avif 192w" sizes="3rem"><img src="F/96.webp" srcset="F/96.webp 96w,F/192.webp 192w" sizes="3rem" alt="A door" width="48" height="48" loading="lazy" decoding="async"></picture>',
    );
    assert.equal(
      shown('links', { settings: { layout: 'cards' }, items: [{ picture: large, link: {} }] }),
      '<picture><source type="image/avif" srcset="F/384.avif 384w,F/768.avif 768w,F/1536.avif 1536w" sizes="(min-width:36rem) 20rem,calc(100vw - 2.5rem)"><img src="F/384.webp" srcset="F/384.webp 384w,F/768.webp 768w,F/1536.webp 1536w" sizes="(min-width:36rem) 20rem,calc(100vw - 2.5rem)" alt="" width="320" height="180" loading="lazy" decoding="async"></picture>',
    );
    assert.match(
      shown('gallery', { settings: { columns: 3 }, items: [{ picture: large }] }),
      /sizes="\(min-width:42rem\) 14rem,calc\(33vw - 1.3rem\)" alt="" width="320" height="320"/,
    );
  });

  it('has its real width and height if it is not cropped', () => {
    const cropped = shown('image', { settings: { fit: 'cover' }, items: [{ picture: large }] });
    const uncropped = shown('image', { settings: { fit: 'contain' }, items: [{ picture: large }] });
    assert.match(cropped, /,F\/1600x1200\.webp 1600w" .* width="640" height="360"/);
    assert.match(uncropped, /,F\/1600x1200\.webp 1600w" .* width="1600" height="1200"/);
  });

  it('is WebP only if its full size is needed, which does not exist as AVIF', () => {
    const items = [{ picture: `${folder}/640x480.webp`, link: {} }];
    assert.match(
      shown('links', { settings: { layout: 'cards' }, items }),
      /^<img src="F\/384\.webp" srcset="F\/384\.webp 384w,F\/640x480\.webp 640w"/,
    );
    assert.match(shown('image', { items }), /^<img src="F\/640x480\.webp" alt=/);
  });

  it('is WebP only if animated, and has one size if small', () => {
    const settings = { layout: 'thumbnails' };
    const moving = { picture: `${folder}/900x900-moving.webp`, link: {} };
    assert.match(shown('links', { settings, items: [moving] }), /^<img src="F\/96\.webp" srcset="F\/96\.webp 96w,/);
    const small = { picture: `${folder}/64x64.webp`, link: {} };
    assert.match(shown('links', { settings, items: [small] }), /^<img src="F\/64x64\.webp" alt="" width="48" /);
  });

  it('has no srcset if its URL is malformed', () => {
    for (const file of ['99999999x1.webp', '0x0.webp', '640x480.png']) {
      const drawn = shown('links', {
        settings: { layout: 'grid' },
        items: [{ picture: `${folder}/${file}`, link: {} }],
      });
      assert.doesNotMatch(drawn, /srcset/);
    }
  });

  it('is loaded eagerly as avatar, and in a smaller size as icon', () => {
    const page = drawn({ avatar: large });
    assert.match(
      page,
      /<picture><source type="image\/avif" srcset="F\/96\.avif 96w,F\/192\.avif 192w,F\/384\.avif 384w" sizes="10rem"><img class="avatar" src="F\/192\.webp" .* width="112" height="112" decoding="async"><\/picture>/,
    );
    assert.match(page, /<link rel="icon" href="F\/192\.webp">\n<link rel="apple-touch-icon" href="F\/192\.webp">/);
  });

  it('fills the window as background, as AVIF on phones', () => {
    const { background } = pageModel();
    const settings = { ...background.settings, image: { source: 'upload', external_url: null, image: large } };
    assert.match(
      drawn({ background: { ...background, type: 'image', settings } as Page['background'] }),
      /<picture><source type="image\/avif" media="\(max-width:480px\)" srcset="F\/384\.avif 384w,F\/768\.avif 768w,F\/1536\.avif 1536w" sizes="\(max-aspect-ratio:1600\/1200\) 134vh,100vw"><img class="backdrop" src="F\/1536\.webp" srcset="F\/768\.webp 768w,F\/1536\.webp 1536w,F\/1600x1200\.webp 1600w" sizes="\(max-aspect-ratio:1600\/1200\) 134vh,100vw" alt="" decoding="async" fetchpriority="low"><\/picture>/,
    );
  });

  it('is a JPEG with its size in og:image, or the original if animated', () => {
    const shared = (file: string) => {
      const seo = { ...pageModel().seo, shareImage: `${folder}/${file}` };
      const tags = drawn({ seo }).matchAll(
        /<meta (?:property|name)="(og:image[:a-z]*|twitter:image)" content="([^"]*)">/g,
      );
      return Object.fromEntries([...tags].map(([, name, content]) => [name, content]));
    };
    const still = 'https://links.exampleF/share.jpg';
    assert.deepEqual(shared('1600x1200.webp'), {
      'og:image': still,
      'og:image:width': '1200',
      'og:image:height': '900',
      'og:image:alt': 'Ada Fenwick',
      'twitter:image': still,
    });
    assert.equal(shared('800x533.webp')['og:image:height'], '533');
    const moving = shared('800x533-moving.webp');
    assert.equal(moving['og:image'], 'https://links.exampleF/800x533-moving.webp');
    assert.equal(moving['og:image:width'], undefined);
  });
});

/** The picture element, with its folder as `F`. */
function shown(type: BlockType, given: BlockGiven): string {
  const page = drawn({ blocks: [blockModel(type, given)] });
  const [section] = /<section[\s\S]*<\/section>/.exec(page)!;
  return /<picture>.*<\/picture>|<img[^>]*>/.exec(section)![0];
}

function drawn(given: Partial<Page>): string {
  return renderPage(pageModel(given), { withPixels: false }).rest.replaceAll(folder, 'F');
}
