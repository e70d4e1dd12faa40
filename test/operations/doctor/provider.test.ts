// What doctor finds of the OpenID Connect provider.
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { insertIdentity } from '../../../server/storage/people/identities.ts';
import { insertPerson } from '../../../server/storage/people/people.ts';
import { engines } from '../../support/engines.ts';
import { type OidcProvider, startOidcProvider } from '../../support/oidc-provider.ts';
import { accountRow, freshDatabase, storeOn } from '../../support/store.ts';
import { answering, assertFound, examined, listening } from './examined.ts';

describe('doctor on the OpenID Connect provider', () => {
  let provider: OidcProvider;
  before(async () => {
    provider = await startOidcProvider();
  });
  after(() => provider.close());

  const settings = (OIDC_ISSUER: string, more: Record<string, string> = {}) => ({
    OIDC_ISSUER,
    OIDC_CLIENT_ID: 'fingerpost',
    OIDC_CLIENT_SECRET: 'secret-of-the-client',
    OIDC_NAME: 'Example ID',
    ...more,
  });

  it('says that none is configured', async (t) => {
    assertFound(await examined(t, {}), 'provider', 'ok', /^No OpenID Connect provider is configured\.$/);
  });

  it('names the redirect address', async (t) => {
    const own = await examined(t, settings(provider.issuer, { DASHBOARD_URL: 'https://my.links.invalid' }));
    const address =
      /redirect address to register there is https:\/\/my\.links\.invalid\/api\/v1\/auth\/callback\/oidc\.$/;
    assertFound(own, 'provider', 'ok', address);
    const local = await examined(t, settings(`${provider.issuer}/`, { PORT: '0', DASHBOARD_PORT: '3901' }));
    assertFound(local, 'provider', 'ok', /is http:\/\/localhost:3901\/api\/v1\/auth\/callback\/oidc\.$/);
  });

  for (const engine of engines) {
    it(`counts identities of other issuers on ${engine.name}`, async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const store = await storeOn(t, databaseUrl);
      const identities = [
        { issuer: provider.issuer, subject: '7' },
        { issuer: 'https://id.invalid', subject: '7' },
        { issuer: 'https://id.invalid', subject: '8' },
      ];
      await store.write(1, async (tx) => {
        await tx.insertInto('account').values(accountRow(1)).execute();
        await insertPerson(tx, { person_id: 1, email: 'ada@example.com', proven_id: 1, language: null });
        for (const [index, identity] of identities.entries()) {
          await insertIdentity(tx, { id: 10 + index, person_id: 1, ...identity, created_at: 0 });
        }
      });
      const findings = await examined(t, settings(provider.issuer, { DATABASE_URL: databaseUrl }));
      const words =
        /^2 identities belong to another issuer than http:\/\/127\.0\.0\.1:\d+, so nobody can sign in with them/;
      assertFound(findings, 'provider', 'warning', words);
    });
  }

  it('reports another issuer', async (t) => {
    const issuer = provider.issuer.replace('127.0.0.1', 'localhost');
    const words = /names the issuer http:\/\/127\.0\.0\.1:\d+, but OIDC_ISSUER is http:\/\/localhost:\d+\./;
    assertFound(await examined(t, settings(issuer)), 'provider', 'problem', words);
  });

  it('reports an address without a discovery document', async (t) => {
    const findings = await examined(t, settings(`${provider.issuer}/realms/main`));
    assertFound(findings, 'provider', 'problem', /cannot be reached: \S+\/realms\/main\/\S+ answered 404\./);
    const shop = await answering(t, 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nnull');
    const other = await examined(t, settings(`http://127.0.0.1:${shop}`));
    assertFound(other, 'provider', 'problem', /^The provider Example ID cannot be reached/);
  });

  it('reports a discovery document without the endpoints that sign-in needs', async (t) => {
    const port = await listening(
      t,
      createServer((socket) =>
        socket.once('data', () => {
          const text = JSON.stringify({
            issuer: `http://127.0.0.1:${port}`,
            jwks_uri: `http://127.0.0.1:${port}/keys`,
          });
          socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`);
        }),
      ),
    );
    const findings = await examined(t, settings(`http://127.0.0.1:${port}`));
    assertFound(findings, 'provider', 'problem', /lacks authorization_endpoint, token_endpoint\./);
  });

  it('does not wait for a provider that does not answer', { timeout: 20_000 }, async (t) => {
    const silent = await listening(t, createServer());
    const findings = await examined(t, settings(`http://127.0.0.1:${silent}`));
    assertFound(findings, 'provider', 'problem', /cannot be reached: .*timeout\./);
  });
});
