// No username can equal the first path segment of a route.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routeNames } from '../../../contract/route-names.ts';
import { openApi } from '../../support/api.ts';
import { engines } from '../../support/engines.ts';

test('reserves the first path segment of every route as a username', async () => {
  const api = await openApi(engines[0]!);
  const routes = api.app.printRoutes({ commonPrefix: false });
  for (const name of routeNames) {
    assert.ok(new RegExp(`── /?${name.replaceAll('.', '\\.')}[/ *]`).test(routes), `${name} in ${routes}`);
    await assert.rejects(api.account(name), /is reserved|must have/);
  }
  await api.close();
});
