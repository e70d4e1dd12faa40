// No account can be called what an address of the service begins with.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routeNames } from '../../../contract/route-names.ts';
import { openApi } from '../../support/api.ts';
import { engines } from '../../support/engines.ts';

test('the names that are kept for our own addresses are those that routes begin with', async () => {
  const api = await openApi(engines[0]!);
  const routes = api.app.printRoutes({ commonPrefix: false });
  for (const name of routeNames) {
    assert.ok(new RegExp(`── /?${name.replaceAll('.', '\\.')}[/ *]`).test(routes), `${name} in ${routes}`);
    await assert.rejects(api.account(name), /is reserved|must have/);
  }
  await api.close();
});
