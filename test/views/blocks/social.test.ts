// Social handles as owners type them, and the links they become.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from '../../../contract/page/page.ts';
import { socialLinks } from '../../../server/views/page/blocks.ts';
import { pageModel } from '../page/page-model.ts';
import { shown } from './block-model.ts';

const none = pageModel().social;
const leads = (social: Partial<Page['social']>) =>
  socialLinks({ social: { ...none, ...social }, language: null }).map(({ href }) => href);

describe('Social links', () => {
  for (const [network, typed, href] of [
    ['email', 'ada@example.com', 'mailto:ada@example.com'],
    ['email', 'mailto:ada+posts@example.com', 'mailto:ada%2Bposts@example.com'],
    ['email', 'ada@example.com?bcc=bo@example.com', undefined],
    ['email', 'ada@example.com,bo@example.com', undefined],
    ['email', 'ada', undefined],
    ['whatsapp', '+44 (1632) 960-123', 'https://wa.me/441632960123'],
    ['whatsapp', '0044 1632 960123', 'https://wa.me/441632960123'],
    ['whatsapp', 'https://chat.whatsapp.com/abc', 'https://chat.whatsapp.com/abc'],
    ['whatsapp', 'ada', undefined],
    ['facebook', ' ada.fenwick ', 'https://www.facebook.com/ada.fenwick'],
    ['instagram', '@ada_f', 'https://www.instagram.com/ada_f'],
    ['instagram', 'instagram.com/ada', 'https://instagram.com/ada'],
    ['instagram', 'https://instagram.com.evil.example/ada', undefined],
    ['instagram', 'https://evil.example/instagram.com', undefined],
    ['instagram', 'https://instagram.com@evil.example/', undefined],
    ['instagram', '../../evil', undefined],
    ['twitter', 'ada', 'https://x.com/ada'],
    ['twitter', 'https://mobile.twitter.com/ada', 'https://mobile.twitter.com/ada'],
    ['twitter', 'javascript:alert(1)//x.com/', undefined],
    ['youtube', 'адa', 'https://www.youtube.com/@%D0%B0%D0%B4a'],
    ['youtube', 'https://youtu.be/abc', 'https://youtu.be/abc'],
    ['youtube', 'a b', undefined],
  ] as const) {
    it(`${network}: ${typed} → ${href ?? 'left out'}`, () => {
      assert.deepEqual(leads({ [network]: typed }), href === undefined ? [] : [href]);
    });
  }

  it('are in the order of the profile, as icons or as buttons', () => {
    const page = { social: { ...none, youtube: 'ada', email: 'ada@example.com' } };
    assert.equal(
      shown('social', {}, page),
      '<section class="b b-social" id="b5"><ul class="icons" role="list"><li><a href="mailto:ada@example.com" rel="me noopener" aria-label="E-mail"><svg i></a></li>' +
        '<li><a href="https://www.youtube.com/@ada" rel="me noopener" aria-label="YouTube"><svg i></a></li></ul></section>',
    );
    assert.match(
      shown('social', { settings: { style: 'buttons' } }, page),
      /<li><a class="btn" href="mailto:ada@example\.com" rel="me noopener"><svg i>E-mail<\/a><\/li>/,
    );
  });
});
