import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { restoreAccount, suspendAccount } from '../../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../../server/domain/accounts/actor.ts';
import { grantPlan } from '../../../server/domain/plans/plans.ts';
import { type Account, type Api, assertError, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`GET /user on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
    });
    after(() => api.close());

    it('returns the whole profile, without a status', async () => {
      const { status, body } = await api.call('GET /user', { key: ada.key });
      assert.equal(status, 200);
      assert.deepEqual(body, {
        response: {
          id: ada.id,
          email: 'ada@example.com',
          name: 'The ada',
          bio: '',
          username: 'ada',
          avatar: `https://links.example/pictures/avatar/${ada.token}.svg`,
          plan_name: 'Free',
          plan_due: 'Nov 15, 2027',
          is_active: 1,
          seo: {
            enable: '1',
            block_engine: '0',
            page_name: '',
            page_description: '',
            opengraph_image: `https://links.example/pictures/share/${ada.token}.jpg`,
          },
          social: { email: null, whatsapp: null, facebook: null, instagram: null, twitter: null, youtube: null },
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
          lastActivity: '2026-11-15 12:00:00',
          lastAgent: process.platform === 'darwin' ? 'macOS' : 'Linux',
          lastCountry: '',
          total_login: 0,
        },
      });
    });

    it('reads the e-mail address from the account, without a join', async () => {
      const zoe = await api.account('zoe');
      await api.store.write(zoe.id, (tx) => tx.deleteFrom('person').where('person_id', '=', zoe.id).execute());
      const { status, body } = await api.call('GET /user', { key: zoe.key });
      assert.deepEqual([status, body.response.email], [200, 'zoe@example.com']);
    });

    it('returns the social handles in the order of the contract', async () => {
      const { body } = await api.call('GET /user', { key: ada.key });
      assert.deepEqual(Object.keys(body.response.social), [
        'email',
        'whatsapp',
        'facebook',
        'instagram',
        'twitter',
        'youtube',
      ]);
    });

    it('returns working URLs of the avatar and the share image', async () => {
      const { body } = await api.call('GET /user', { key: ada.key });
      for (const url of [body.response.avatar, body.response.seo.opengraph_image]) {
        const ask = () => api.app.inject({ url: new URL(url).pathname });
        let picture = await ask();
        // Pictures are drawn at low priority: a busy machine may answer 503 first.
        for (let again = 0; again < 5 && picture.statusCode === 503; again += 1) picture = await ask();
        assert.equal(picture.statusCode, 200);
        assert.match(String(picture.headers['content-type']), /^image\//);
      }
    });

    it('returns the granted plan until it ends, then Free', async () => {
      const eve = await api.account('eve');
      const grant = { plan: 'pro', duration: 'month', currency: 'EUR', price: '9.50' } as const;
      await grantPlan(api.store, eve.id, grant, commandLine, api.clock.now);
      const profile = async () => (await api.call('GET /user', { key: eve.key })).body.response;
      assert.equal((await profile()).plan_name, 'Pro');
      assert.equal((await profile()).plan_due, 'Dec 15, 2026');

      const noon = api.clock.now;
      api.clock.now = Date.UTC(2026, 11, 16) * 1000;
      const later = await profile();
      api.clock.now = noon;
      assert.equal(later.plan_name, 'Free');
      assert.equal(later.plan_due, 'Dec 15, 2027');
    });

    it('answers 403 while the account is suspended', async () => {
      const bob = await api.account('bob');
      assert.equal((await api.call('GET /user', { key: bob.key })).status, 200);
      await suspendAccount(api.store, bob.id, commandLine, api.clock.now);
      assertError(await api.call('GET /user', { key: bob.key }), 403, 'forbidden');
      await restoreAccount(api.store, bob.id, commandLine, api.clock.now);
      assert.equal((await api.call('GET /user', { key: bob.key })).status, 200);
    });

    it('builds URLs from the request without a PUBLIC_URL, and caches none for another host', async () => {
      const own = await openApi(engine, { PUBLIC_URL: '' });
      try {
        const { key, token } = await own.account('ada');
        for (const host of ['one.example', 'two.example:8080', 'one.example']) {
          const { body } = await own.call('GET /user', { key, headers: { host } });
          assert.equal(body.response.avatar, `http://${host}/pictures/avatar/${token}.svg`);
        }
        assertError(await own.call('GET /user', { key, headers: { host: '"><script>' } }), 400, 'malformed');
      } finally {
        await own.close();
      }
    });
  });
}
