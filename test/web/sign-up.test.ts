// Getting an account with a provider.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { setProvenAddress } from '../../server/storage/people/people.ts';
import { type OidcProvider, startOidcProvider } from '../support/oidc-provider.ts';
import { addSecondFactor } from '../support/recovery.ts';
import { suiteScope } from '../support/server.ts';
import { register, signedIn } from '../support/signed-in.ts';
import { totpCode } from '../support/totp.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { seesScreen } from './visitors.ts';

describe('Somebody without an account', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  let provider: OidcProvider;
  before(async () => {
    provider = await startOidcProvider();
    scope.after(() => provider.close());
    site = await openDashboardSite(scope, {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_NAME: 'Example ID',
    });
  });

  it('gets an account from a provider, and signs in to it the next time', async () => {
    provider.claims = { sub: 'sub-olga', email: 'olga@example.com', email_verified: true, name: 'Olga Quill' };
    const { tab, close } = await site.browser.open();
    await tab.goto(`${site.url}/sign-in`);
    await tab.getByRole('button', { name: 'Continue with Example ID' }).click();
    await tab.getByText('Step 1 of 3').waitFor();
    assert.equal(await tab.getByLabel('Name').inputValue(), 'Olga Quill');

    const other = await site.browser.open();
    await other.tab.goto(`${site.url}/account/email`);
    await other.tab.getByRole('button', { name: 'Continue with Example ID' }).click();
    await seesScreen(other.tab, 'E-mail');
    await other.tab.getByText('olga@example.com').waitFor();
    assert.equal((await profileOf(other.tab)).id, (await profileOf(tab)).id);
    await Promise.all([close(), other.close()]);
  });

  it('is asked for the second factor of an account that a provider leads to', async () => {
    const { api } = site;
    const { id, email } = await register(api, 'nils');
    await api.store.write(id, (tx) => setProvenAddress(tx, id, { email, address_id: id, proven_id: id }));
    const secret = await addSecondFactor(api, await signedIn(api, { email }));
    provider.claims = { sub: 'sub-nils', email, email_verified: true };
    const { tab, close } = await site.browser.open();
    await tab.goto(`${site.url}/account/email`);
    await tab.getByRole('button', { name: 'Continue with Example ID' }).click();
    const code = tab.getByLabel('Code from your authenticator app');
    await code.waitFor();
    api.clock.now += 30_000_000;
    await code.fill(totpCode(secret, api.clock.now));
    await seesScreen(tab, 'E-mail');
    await close();
  });

  it('is told when a provider does not sign it in', async () => {
    provider.claims = { sub: 'sub-pia', email: 'pia@example.com', email_verified: false, name: 'Pia' };
    const { tab, close } = await site.browser.open();
    await tab.goto(`${site.url}/sign-in`);
    await tab.getByRole('button', { name: 'Continue with Example ID' }).click();
    await tab.getByText('That sign-in did not work.').waitFor();
    await close();
  });
});

async function profileOf(tab: Tab): Promise<{ id: number }> {
  const answer = await tab.evaluate(`fetch('/api/v1/user').then((answer) => answer.json())`);
  return (answer as { response: { id: number } }).response;
}
