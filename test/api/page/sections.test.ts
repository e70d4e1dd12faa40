import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { uploadPath } from '../../../contract/page/uploads.ts';
import { updateAccount } from '../../../server/storage/accounts/accounts.ts';
import { insertUpload } from '../../../server/storage/page/uploads.ts';
import { type Account, type Answer, type Api, assertError, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

const sections = ['profile', 'seo', 'social', 'customize', 'background', 'options', 'username'];
const noProfiles = {
  ...{ email: null, whatsapp: null, facebook: null, instagram: null, twitter: null, youtube: null },
  ...{ tiktok: null, linkedin: null, bluesky: null, mastodon: null, threads: null, spotify: null, apple_music: null },
  ...{ twitch: null, discord: null, telegram: null, github: null, pinterest: null, snapchat: null, signal: null },
  ...{ soundcloud: null, bandcamp: null, patreon: null, kofi: null, website: null, rss: null },
};
const plain = {
  profile: { name: 'The ada', bio: '', avatar: 'https://links.example/pictures/avatar/ID.svg' },
  seo: {
    enable: '1',
    block_engine: '0',
    page_name: '',
    page_description: '',
    opengraph_image: 'https://links.example/pictures/share/ID.jpg',
  },
  social: noProfiles,
  customize: {
    font: 'bricolage-grotesque',
    theme: 'signpost',
    button_background_color: '#1d4d38',
    button_text_color: '#fdfaf1',
    texts_color: '#1b2a22',
    radius: 'soft',
    bio_align: 'center',
  },
  background: {
    type: null,
    settings: {
      video: { source: 'upload', external_url: null, video: '' },
      image: { source: 'upload', external_url: null, image: '' },
      solid: { color: '#ffffff' },
      gradient: { color_1: '#f6f1e7', color_2: '#dbe7f0', animate: '0' },
    },
  },
  options: { consent_bar: false, language: null, background_layout: 'full' },
  username: { username: 'ada', url: 'https://links.example/ada', former_usernames: [] },
};

for (const engine of enginesOf(import.meta.url)) {
  describe(`Sections on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
    });
    after(() => api.close());

    const read = async (section: string, { key } = ada) =>
      (await api.call(`GET /user/${section}`, { key })).body.response;
    const send = (section: string, json: unknown, { key } = ada, headers: Record<string, string> = {}) =>
      api.call(`POST /user/${section}`, { key, json, headers });
    const change = async (section: string, json: unknown, account = ada): Promise<Answer> => {
      const answer = await send(section, json, account);
      assert.equal(answer.status, 200, answer.text);
      return answer;
    };
    const page = async (username: string) => (await api.app.inject({ url: `/${username}` })).payload;
    const activities = async ({ key }: Account) => (await api.call('GET /activities', { key })).body.response;

    /** The URL of an upload of this account, as its record gives it. */
    async function upload(account: Account, digit: string, kind: 'image' | 'video' = 'image'): Promise<string> {
      const digest = digit.repeat(64);
      const file = kind === 'image' ? '800x600.webp' : 'video.mp4';
      await api.store.write(account.id, async (tx) => {
        const [id] = await api.store.dialect.allocateIds(tx, 1);
        const type = kind === 'image' ? 'image/webp' : 'video/mp4';
        const size = {
          width: kind === 'image' ? 800 : null,
          height: kind === 'image' ? 600 : null,
          bytes: 1000,
          files: '[]',
        };
        const times = { created_at: NOON, used_at: NOON };
        await insertUpload(tx, account.id, {
          ...{ id: id!, digest, kind, name: 'a', type, file, state: 'ready' },
          ...size,
          ...times,
        });
      });
      return `https://links.example${uploadPath({ digest, owner: account.token, file })}`;
    }

    it('start with the defaults, and accept their own response without a change', async () => {
      for (const section of sections) {
        const first = await api.call(`GET /user/${section}`, { key: ada.key });
        const expected = JSON.parse(
          JSON.stringify(plain[section as keyof typeof plain]).replace('ID', ada.token),
        ) as object;
        assert.deepEqual(first.body, { status: true, response: expected }, section);
        assert.match(first.headers.etag!, /^"/);
        const { headers, body } = await change(section, first.body.response);
        assert.equal(typeof body.response.message, 'string');
        assert.equal(headers.etag, first.headers.etag, section);
      }
      assert.deepEqual(
        (await activities(ada)).filter(({ type }: { type: string }) => /^(profile|username)_/.test(type)),
        [],
      );
      const row = await api.store.read.selectFrom('account').selectAll().executeTakeFirstOrThrow();
      assert.deepEqual(
        [row.avatar, row.seo, row.social, row.customize, row.background, row.page_options],
        [null, '{}', '{}', '{}', '{}', '{}'],
      );
    });

    it('change the fields sent, keep the rest, and reset a field to its default with null', async () => {
      const eve = await api.account('eve');
      const avatar = await upload(eve, 'a');
      const film = await upload(eve, 'b', 'video');
      const full = {
        profile: { name: 'Eve 🪧', bio: 'One\nTwo', avatar },
        seo: {
          enable: '0',
          block_engine: '1',
          page_name: 'Eve’s',
          page_description: 'All of it',
          opengraph_image: avatar,
        },
        social: {
          ...noProfiles,
          email: 'eve@example.com',
          whatsapp: '+44 20 7946 0000',
          facebook: 'eve',
          instagram: 'eve.gram',
          twitter: '_eve',
          youtube: 'evetube',
          mastodon: '@eve@mastodon.social',
        },
        customize: {
          font: 'lora',
          theme: 'console',
          button_background_color: '#112233',
          button_text_color: '#ffffff',
          texts_color: '#abcdef80',
          radius: 'pill',
          bio_align: 'right',
        },
        background: {
          type: 'video',
          settings: {
            video: { source: 'upload', external_url: 'https://example.com/a.mp4', video: film },
            image: { source: 'external', external_url: 'https://example.com/a.jpg', image: avatar },
            solid: { color: '#000000' },
            gradient: { color_1: '#111111', color_2: '#222222', animate: '1' },
          },
        },
        options: { consent_bar: true, language: 'pt-BR', background_layout: 'panel' },
      };
      for (const [section, values] of Object.entries(full)) {
        await change(section, { ...values, id: 1, user: 1, created_at: 'x', updated_at: null }, eve);
        assert.deepEqual(await read(section, eve), values);
        await change(section, {}, eve);
        assert.deepEqual(await read(section, eve), values);
        await change(section, await read(section, eve), eve);
        assert.deepEqual(await read(section, eve), values);
      }
      const { profile, seo, social, customize, background } = full;
      const user = (await api.call('GET /user', { key: eve.key })).body.response;
      assert.deepEqual(
        [user.name, user.bio, user.avatar, user.seo, user.customize, user.background],
        [profile.name, profile.bio, profile.avatar, seo, customize, background],
      );
      const { email, whatsapp, facebook, instagram, twitter, youtube } = social;
      assert.deepEqual(user.social, { email, whatsapp, facebook, instagram, twitter, youtube });

      await change('customize', { theme: null, texts_color: null }, eve);
      assert.deepEqual(await read('customize', eve), { ...customize, theme: 'signpost', texts_color: '#1b2a22' });
      await change('background', { settings: { image: { external_url: null }, gradient: null } }, eve);
      const after = await read('background', eve);
      assert.deepEqual(after.settings.image, { source: 'external', external_url: null, image: avatar });
      assert.deepEqual(after.settings.gradient, plain.background.settings.gradient);
      assert.deepEqual([after.type, after.settings.video], ['video', background.settings.video]);

      for (const [section, values] of Object.entries(full)) {
        await change(section, Object.fromEntries(Object.keys(values).map((name) => [name, null])), eve);
      }
      const bare = JSON.parse(JSON.stringify(plain).replaceAll('ID', eve.token)) as typeof plain;
      assert.deepEqual(await read('profile', eve), { ...bare.profile, name: 'eve' });
      for (const section of ['seo', 'social', 'customize', 'background', 'options'] as const) {
        assert.deepEqual(await read(section, eve), bare[section]);
      }
    });

    it('normalise flags, colours, line ends and profile URLs', async () => {
      const max = await api.account('max');
      await change('seo', { enable: false, block_engine: 1 }, max);
      assert.deepEqual([(await read('seo', max)).enable, (await read('seo', max)).block_engine], ['0', '1']);
      await change('seo', { enable: true, block_engine: '0' }, max);
      assert.deepEqual([(await read('seo', max)).enable, (await read('seo', max)).block_engine], ['1', '0']);
      await change('background', { type: 'solid', settings: { solid: { color: '#ABCDEF' } } }, max);
      assert.equal((await read('background', max)).settings.solid.color, '#abcdef');
      await change('profile', { name: '  Max\u00a0', bio: ' a\r\nb\rc ' }, max);
      const { name, bio } = await read('profile', max);
      assert.deepEqual([name, bio], ['Max', 'a\nb\nc']);
      await api.call('POST /user/profile', { key: max.key, form: { bio: 'by a form', avatar: '' } });
      assert.equal((await read('profile', max)).bio, 'by a form');

      for (const [network, sent, stored] of [
        ['email', 'mailto:max@example.com', 'max@example.com'],
        ['whatsapp', 'https://wa.me/442079460000', '+442079460000'],
        ['whatsapp', 'https://chat.whatsapp.com/AbC', 'https://chat.whatsapp.com/AbC'],
        ['facebook', 'https://m.facebook.com/max.m/', 'max.m'],
        ['facebook', 'facebook.com/profile.php?id=1', 'https://facebook.com/profile.php?id=1'],
        ['instagram', 'www.instagram.com/max?igsh=1', 'max'],
        ['instagram', 'https://instagram.com/p/xyz', 'https://instagram.com/p/xyz'],
        ['twitter', ' @max ', 'max'],
        ['twitter', 'http://twitter.com/max', 'max'],
        ['youtube', 'https://youtube.com/@max', 'max'],
        ['youtube', 'https://www.youtube.com/channel/UC1', 'https://www.youtube.com/channel/UC1'],
        ['youtube', '', null],
      ] as const) {
        await change('social', { [network]: sent }, max);
        assert.equal((await read('social', max))[network], stored, sent);
      }
    });

    it('reject invalid values, name every field, and change nothing', async () => {
      const ben = await api.account('ben');
      const others = await upload(ada, 'c');
      const film = await upload(ben, 'd', 'video');
      const long = 'x'.repeat(501);
      const [gradient, image, video] = ['settings.gradient', 'settings.image', 'settings.video'];
      const wrong: [string, Record<string, unknown>, string][] = [
        ['profile', { name: ' ', bio: long, avatar: 5 }, 'name bio avatar'],
        ['profile', { name: 'a\u0000', bio: '\ud800' }, 'name bio'],
        ['profile', { avatar: others, bio: 'good' }, 'avatar'],
        ['profile', { avatar: film }, 'avatar'],
        ['profile', { avatar: 'https://evil.example/a.webp' }, 'avatar'],
        ['profile', { avatar: 'javascript:alert(1)' }, 'avatar'],
        ['seo', { enable: '2', block_engine: [], page_name: long }, 'enable block_engine page_name'],
        ['seo', { page_description: 1, opengraph_image: 1 }, 'page_description opengraph_image'],
        ['seo', { opengraph_image: others, page_name: 'good' }, 'opengraph_image'],
        ['social', { email: 'nobody', whatsapp: 'call me', facebook: 'a b' }, 'email whatsapp facebook'],
        ['social', { instagram: 'https://evil.example/a', twitter: 'javascript:alert(1)' }, 'instagram twitter'],
        ['social', { youtube: '<b>', facebook: 'good' }, 'youtube'],
        ['social', { email: 'x'.repeat(255) }, 'email'],
        ['customize', { font: 'comic', theme: '__proto__', radius: 'oval' }, 'font theme radius'],
        ['customize', { bio_align: 'top', texts_color: 'red' }, 'bio_align texts_color'],
        ['customize', { button_text_color: '#12', radius: 'pill' }, 'button_text_color'],
        ['background', { type: 'film', settings: { solid: { color: 1 } } }, 'type settings.solid.color'],
        [
          'background',
          { settings: { gradient: { color_1: '', animate: 'x' } } },
          `${gradient}.color_1 ${gradient}.animate`,
        ],
        ['background', { settings: { image: 5, video: [] } }, 'settings.image settings.video'],
        ['background', { settings: 'none' }, 'settings'],
        [
          'background',
          { settings: { image: { image: film }, video: { video: others } } },
          `${image}.image ${video}.video`,
        ],
        ['background', { settings: { image: { external_url: 'http://example.com/' } } }, `${image}.external_url`],
        ['background', { settings: { video: { external_url: 'https://a:b@example.com/' } } }, `${video}.external_url`],
        ['options', { consent_bar: 'perhaps', language: 'German' }, 'consent_bar language'],
        ['options', { background_layout: 'wide' }, 'background_layout'],
        ['options', { language: 'de-1996-1996', consent_bar: true }, 'language'],
      ];
      for (const [section, json, fields] of wrong) {
        const before = await read(section, ben);
        const answer = await send(section, json, ben);
        assertError(answer, 422, 'invalid');
        assert.deepEqual(Object.keys(answer.body.errors).sort(), fields.split(' ').sort(), JSON.stringify(json));
        assert.deepEqual(await read(section, ben), before);
      }
      const { body } = await send('options', { consent_bar: 'perhaps' }, ben);
      assert.equal(body.response, 'The field consent_bar must be true or false, or null.');
      assert.equal((await activities(ben))[0].type, 'key_created');
    });

    it('give the background of every type with all of its fields, in GET /user as in its own section', async () => {
      const ivy = await api.account('ivy');
      const picture = await upload(ivy, 'c');
      const film = await upload(ivy, 'd', 'video');
      const none = plain.background.settings;
      const https = 'https://files.example/a';
      for (const [json, type, settings] of [
        [{}, null, none],
        [{ type: 'solid' }, 'solid', none],
        [{ type: 'gradient' }, 'gradient', none],
        [{ type: 'image' }, 'image', none],
        [{ type: 'video' }, 'video', none],
        [
          { type: 'image', settings: { image: { source: 'external', external_url: https } } },
          'image',
          { ...none, image: { source: 'external', external_url: https, image: '' } },
        ],
        [
          { type: 'video', settings: { video: { source: 'external', external_url: https } } },
          'video',
          { ...none, video: { source: 'external', external_url: https, video: '' } },
        ],
        [
          { type: 'image', settings: { image: { image: picture }, video: { video: film } } },
          'image',
          {
            ...none,
            image: { source: 'upload', external_url: null, image: picture },
            video: { source: 'upload', external_url: null, video: film },
          },
        ],
        [
          { type: 'solid', settings: { solid: { color: '#ABCDEF' }, gradient: { color_2: '#123456', color_1: null } } },
          'solid',
          { ...none, solid: { color: '#abcdef' }, gradient: { ...none.gradient, color_2: '#123456' } },
        ],
      ] as const) {
        await change('background', { type: null, settings: null }, ivy);
        await change('background', json, ivy);
        const { background } = (await api.call('GET /user', { key: ivy.key })).body.response;
        assert.deepEqual(background, { type, settings });
        assert.deepEqual(await read('background', ivy), background);
      }
    });

    it('say what to add to an external address without a scheme', async () => {
      const { body } = await send('background', { settings: { image: { external_url: 'example.org/a.jpg' } } });
      const field = 'settings.image.external_url';
      assert.deepEqual(body.errors, {
        [field]: [`The field ${field} must be an https address: send \`https://example.org/a.jpg\`.`],
      });
    });

    it('reject a stale If-Match with 412', async () => {
      const values = {
        profile: { bio: 'new' },
        seo: { page_name: 'n' },
        social: { twitter: 'n' },
        username: { username: 'tim-n' },
      };
      const more = { customize: { radius: 'pill' }, background: { type: 'solid' }, options: { consent_bar: true } };
      const tim = await api.account('tim');
      for (const [section, json] of Object.entries({ ...more, ...values })) {
        const { etag } = (await api.call(`GET /user/${section}`, { key: tim.key })).headers;
        const first = await send(section, json, tim, { 'if-match': etag! });
        assert.equal(first.status, 200, first.text);
        assertError(await send(section, json, tim, { 'if-match': etag! }), 412, 'precondition_failed');
        const next = await send(section, json, tim, { 'if-match': `"x", ${first.headers.etag}` });
        assert.equal(next.status, 200, section);
        assert.equal((await api.call(`GET /user/${section}`, { key: tim.key })).headers.etag, next.headers.etag);
        assert.equal((await send(section, json, tim, { 'if-match': '*' })).status, 200);
      }
    });

    it('accept one of several writes with the same If-Match, and merge changes of different fields', async () => {
      const kim = await api.account('kim');
      const { etag } = (await api.call('GET /user/profile', { key: kim.key })).headers;
      const headers = { 'if-match': etag! };
      const sent = await Promise.all(
        Array.from({ length: 10 }, (_, index) => send('profile', { bio: `bio ${index}` }, kim, headers)),
      );
      const won = sent.flatMap(({ status }, index) => (status === 200 ? [index] : []));
      assert.equal(won.length, 1);
      assert.equal((await read('profile', kim)).bio, `bio ${won[0]}`);
      assert.equal(sent.filter(({ status }) => status === 412).length, 9);

      const networks = { email: 'kim@example.com', facebook: 'k', instagram: 'i', twitter: 't', youtube: 'y' };
      await Promise.all(Object.entries(networks).map(([name, value]) => change('social', { [name]: value }, kim)));
      assert.deepEqual(await read('social', kim), { ...noProfiles, ...networks });
    });

    it('appear on the page at the next request, and once in the activity log', async () => {
      const zoe = await api.account('zoe');
      assert.match(await page('zoe'), /<h1 dir="auto">The zoe</);
      const avatar = await upload(zoe, 'e');
      await change('profile', { name: 'Zoë <b>', avatar }, zoe);
      assert.match(await page('zoe'), /<h1 dir="auto">Zoë &lt;b&gt;</);
      assert.ok((await page('zoe')).includes(new URL(avatar).pathname));
      await change('customize', { theme: 'velvet', texts_color: '#fff0f0' }, zoe);
      assert.match(await page('zoe'), /class="t-velvet/);
      assert.match(await page('zoe'), /--text:#fff0f0/);
      await change('background', { type: 'solid', settings: { solid: { color: '#220011' } } }, zoe);
      assert.match(await page('zoe'), /--bg:#220011/);
      await change('social', { twitter: 'https://x.com/zoe' }, zoe);
      assert.match(await page('zoe'), /href="https:\/\/x\.com\/zoe"/);
      await change('seo', { page_name: 'All of Zoë', block_engine: 1, opengraph_image: avatar }, zoe);
      assert.match(await page('zoe'), /<title>All of Zoë<\/title>/);
      assert.match(await page('zoe'), /name="robots" content="noindex"/);
      assert.ok(
        (await page('zoe')).includes(`property="og:image" content="${avatar.slice(0, avatar.lastIndexOf('/'))}/`),
      );
      const log = (await activities(zoe)).map(({ type, message }: Record<string, string>) => `${type}: ${message}`);
      assert.deepEqual(log.slice(0, 5).reverse(), [
        'profile_updated: The profile was changed.',
        'profile_updated: The appearance was changed.',
        'profile_updated: The background was changed.',
        'profile_updated: The social profiles were changed.',
        'profile_updated: The SEO settings were changed.',
      ]);
      assert.equal(log[5], 'key_created: The API key "Test" was created.');
    });

    it('return stored values that are no longer valid, and accept them back', async () => {
      const old = await api.account('older');
      const avatar = 'https://elsewhere.example/a.png';
      await api.store.write(old.id, (tx) => updateAccount(tx, old.id, { avatar, customize: '{"theme":"gone"}' }));
      assert.equal((await read('profile', old)).avatar, avatar);
      await change('profile', { ...(await read('profile', old)), bio: 'new' }, old);
      assert.deepEqual(await read('profile', old), { name: 'The older', bio: 'new', avatar });
      await change('customize', { radius: 'pill' }, old);
      assert.deepEqual(await read('customize', old), { ...plain.customize, radius: 'pill' });
    });
  });
}
