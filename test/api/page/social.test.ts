// Social profiles: what owners paste, what is stored, and where the page leads, on both stores.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

const MISSING_CODE = 'must begin with the country code, for example +49';
const MISSING_SERVER = 'must name the server, for example @ada@mastodon.social';

/** What is sent, what is stored, and the link on the page. */
const profiles: [network: string, sent: string, stored: string, href: string][] = [
  ['whatsapp', '+49 170 1234567', '+49 170 1234567', 'https://wa.me/491701234567'],
  ['whatsapp', '+49 (0) 170 1234567', '+49 (0) 170 1234567', 'https://wa.me/491701234567'],
  ['whatsapp', '0049 170 1234567', '0049 170 1234567', 'https://wa.me/491701234567'],
  ['whatsapp', '491701234567', '491701234567', 'https://wa.me/491701234567'],
  ['facebook', 'https://www.facebook.com/ada?mibextid=x', 'ada', 'https://www.facebook.com/ada'],
  ['tiktok', 'https://www.tiktok.com/@ada.fenwick?lang=de', 'ada.fenwick', 'https://www.tiktok.com/@ada.fenwick'],
  ['tiktok', '@ada', 'ada', 'https://www.tiktok.com/@ada'],
  ['tiktok', 'https://vm.tiktok.com/ZM8/', 'https://vm.tiktok.com/ZM8/', 'https://vm.tiktok.com/ZM8/'],
  [
    'linkedin',
    'https://de.linkedin.com/in/ada-fenwick-1a2b/',
    'ada-fenwick-1a2b',
    'https://www.linkedin.com/in/ada-fenwick-1a2b',
  ],
  [
    'linkedin',
    'https://www.linkedin.com/company/acme/',
    'https://www.linkedin.com/company/acme/',
    'https://www.linkedin.com/company/acme/',
  ],
  ['bluesky', '@ada', 'ada.bsky.social', 'https://bsky.app/profile/ada.bsky.social'],
  ['bluesky', 'ada.example', 'ada.example', 'https://bsky.app/profile/ada.example'],
  [
    'bluesky',
    'https://bsky.app/profile/ada.bsky.social',
    'ada.bsky.social',
    'https://bsky.app/profile/ada.bsky.social',
  ],
  ['mastodon', '@ada@mastodon.social', '@ada@mastodon.social', 'https://mastodon.social/@ada'],
  ['mastodon', 'ada@chaos.social', '@ada@chaos.social', 'https://chaos.social/@ada'],
  ['mastodon', 'https://fosstodon.org/@ada', '@ada@fosstodon.org', 'https://fosstodon.org/@ada'],
  ['mastodon', 'mastodon.social/@ada@chaos.social', '@ada@chaos.social', 'https://chaos.social/@ada'],
  ['threads', 'https://www.threads.net/@ada?hl=de', 'ada', 'https://www.threads.com/@ada'],
  [
    'spotify',
    'https://open.spotify.com/intl-de/artist/3WrFJ7ztbogyGnTHbHJFl2',
    'https://open.spotify.com/intl-de/artist/3WrFJ7ztbogyGnTHbHJFl2',
    'https://open.spotify.com/intl-de/artist/3WrFJ7ztbogyGnTHbHJFl2',
  ],
  ['spotify', 'open.spotify.com/user/ada?si=1', 'ada', 'https://open.spotify.com/user/ada'],
  [
    'apple_music',
    'https://music.apple.com/de/artist/ada/136975',
    'https://music.apple.com/de/artist/ada/136975',
    'https://music.apple.com/de/artist/ada/136975',
  ],
  ['twitch', 'twitch.tv/ada', 'ada', 'https://www.twitch.tv/ada'],
  ['discord', 'https://discord.com/invite/AbC123', 'discord.gg/AbC123', 'https://discord.gg/AbC123'],
  ['discord', 'discord.gg/AbC123', 'discord.gg/AbC123', 'https://discord.gg/AbC123'],
  ['telegram', 'https://telegram.me/ada_f', 'ada_f', 'https://t.me/ada_f'],
  ['telegram', 'https://t.me/+AbC', 'https://t.me/+AbC', 'https://t.me/+AbC'],
  ['github', 'https://github.com/ada-f', 'ada-f', 'https://github.com/ada-f'],
  ['pinterest', 'https://www.pinterest.co.uk/ada/', 'ada', 'https://www.pinterest.com/ada/'],
  ['snapchat', 'https://www.snapchat.com/add/ada?share_id=1', 'ada', 'https://www.snapchat.com/add/ada'],
  ['signal', '+49 170 1234567', '+49 170 1234567', 'https://signal.me/#p/+491701234567'],
  ['signal', 'https://signal.me/#p/+491701234567', '+491701234567', 'https://signal.me/#p/+491701234567'],
  ['signal', 'https://signal.me/#eu/AbC_1', 'https://signal.me/#eu/AbC_1', 'https://signal.me/#eu/AbC_1'],
  ['soundcloud', 'soundcloud.com/ada?si=1', 'ada', 'https://soundcloud.com/ada'],
  ['bandcamp', 'https://ada-f.bandcamp.com/music', 'ada-f', 'https://ada-f.bandcamp.com'],
  ['patreon', 'https://www.patreon.com/c/ada', 'ada', 'https://www.patreon.com/ada'],
  ['kofi', 'ko-fi.com/ada', 'ada', 'https://ko-fi.com/ada'],
  ['website', 'ada.example', 'https://ada.example/', 'https://ada.example/'],
  ['rss', 'http://ada.example/feed.xml', 'http://ada.example/feed.xml', 'http://ada.example/feed.xml'],
];

const wrong: [network: string, sent: string, rule?: string][] = [
  ['whatsapp', '0170 1234567', MISSING_CODE],
  ['whatsapp', '(212) 555-0123', MISSING_CODE],
  ['signal', '0170/1234567', MISSING_CODE],
  ['signal', 'ada.42'],
  ['mastodon', '@ada', MISSING_SERVER],
  ['mastodon', 'ada', MISSING_SERVER],
  ['mastodon', '@ada@localhost'],
  ['mastodon', 'https://evil.example/ada'],
  ['tiktok', 'https://tiktok.com.evil.example/@ada'],
  ['github', '-ada'],
  ['bluesky', 'a da'],
  ['discord', 'ada', 'must be a Discord invitation such as discord.gg/abc123, or null'],
  ['discord', 'https://discord.gg.evil.example/abc'],
  ['apple_music', 'ada', 'must be an Apple Music address, or null'],
  ['apple_music', 'https://apple.com.evil.example/'],
  ['bandcamp', 'evil.example/'],
  ['website', 'javascript:alert(1)'],
  ['website', 'ada', 'must be an http or https address, or null'],
  ['website', 'https://ada:secret@evil.example/'],
  ['rss', 'feed:alert(1)'],
];

for (const engine of enginesOf(import.meta.url)) {
  describe(`Social profiles on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine, { RATE_LIMIT: '0' });
      ada = await api.account('ada');
    });
    after(() => api.close());

    const set = (json: object, { key } = ada) => api.call('POST /user/social', { key, json });
    const read = async ({ key } = ada) => (await api.call('GET /user/social', { key })).body.response;
    const page = async (username = 'ada') => (await api.app.inject({ url: `/${username}` })).payload;

    it('are stored as handles, lead to the profile, and can be sent back', async () => {
      for (const [network, sent, stored, href] of profiles) {
        const answer = await set({ [network]: ` ${sent} ` });
        assert.equal(answer.status, 200, `${network} ${sent}: ${answer.text}`);
        const social = await read();
        assert.equal(social[network], stored, sent);
        assert.equal((await set(social)).status, 200);
        assert.deepEqual(await read(), social);
        const links = [...(await page()).matchAll(/<a href="([^"]+)" rel="me noopener"/g)].map(([, link]) => link);
        assert.deepEqual(links, [href], sent);
        await set({ [network]: null });
      }
    });

    it('are rejected if they lead nowhere, and say what is missing', async () => {
      const before = await read();
      for (const [network, sent, rule] of wrong) {
        const { status, body } = await set({ [network]: sent });
        assert.equal(status, 422, `${network} ${sent}`);
        assert.deepEqual(Object.keys(body.errors), [network]);
        if (rule) assert.deepEqual(body.errors[network], [`The field ${network} ${rule}.`]);
      }
      assert.deepEqual(await read(), before);
    });

    it('have names and icons in the header and in a block, and are in structured data', async () => {
      const bob = await api.account('bob');
      const social = {
        email: 'bob@example.com',
        signal: '+491701234567',
        mastodon: '@bob@mastodon.social',
        kofi: 'bob',
      };
      await set(social, bob);
      const header = await page('bob');
      const named = (html: string) =>
        [...html.matchAll(/aria-label="([^"]+)"><svg class="i"/g)].map(([, name]) => name);
      assert.deepEqual(named(header), ['E-mail', 'Mastodon', 'Signal', 'Ko-fi']);
      assert.match(header, /"sameAs":\["https:\/\/mastodon\.social\/@bob","https:\/\/ko-fi\.com\/bob"\]/);
      assert.doesNotMatch(header, /flex-wrap:wrap\}<|\.me\{flex-wrap/);

      const block = { block: 'social', settings: { style: 'buttons' } };
      await api.call('POST /blocks', { key: bob.key, json: block });
      const buttons = [...(await page('bob')).matchAll(/rel="me noopener"><svg.*?<\/svg>([^<]+)<\/a>/g)];
      assert.deepEqual(
        buttons.map(([, name]) => name),
        ['E-mail', 'Mastodon', 'Signal', 'Ko-fi'],
      );
    });

    it('are in the page document, and only six in GET /user', async () => {
      const [kim, lou] = [await api.account('kim'), await api.account('lou')];
      const social = { youtube: 'kim', tiktok: 'kim', discord: 'discord.gg/abc', website: 'https://kim.example/' };
      await set(social, kim);
      const { $schema: _, ...document } = (await api.call('GET /page', { key: kim.key })).body.response;
      assert.deepEqual(document.social, social);
      const imported = await api.call('POST /page/import', { key: lou.key, json: { document } });
      assert.equal(imported.status, 200, imported.text);
      assert.deepEqual(await read(lou), await read(kim));

      const user = (await api.call('GET /user', { key: kim.key })).body.response;
      assert.deepEqual(user.social, {
        email: null,
        whatsapp: null,
        facebook: null,
        instagram: null,
        twitter: null,
        youtube: 'kim',
      });
    });
  });
}
