import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engines } from '../support/engines.ts';
import { fingerpost, installation } from './fingerpost.ts';

describe('fingerpost doctor', () => {
  it('prints text or JSON and exits with 0 if there is no problem', async (t) => {
    const { run, databaseUrl } = await installation(t, engines[0]!, 'ada');
    const environment = {
      DATABASE_URL: databaseUrl,
      PORT: '0',
      DATA_DIR: new URL('.', `file://${databaseUrl.slice(7)}`).pathname,
    };
    const { code, stdout, stderr } = await fingerpost(['doctor'], { environment });
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^ok {7}store +SQLite 3\.\S+, \S+ kB, intact\.$/m);
    assert.match(stderr, /^Found no problems and (no warnings|\d warnings?)\.\n$/);

    const json = await fingerpost(['doctor', '--json'], { environment });
    const { status, response } = JSON.parse(json.stdout);
    assert.equal(status, true);
    assert.equal(response.healthy, true);
    for (const { check, state, finding } of response.findings) {
      assert.match(check, /^[a-z]+$/);
      assert.match(state, /^(ok|warning)$/);
      assert.match(finding, /\.$/);
    }
    assert.equal((await run(['doctor', 'now'])).code, 2);
  });

  it('exits with 1 for a problem, and with --strict for a warning', async () => {
    const wrong = await fingerpost(['doctor'], { environment: { PORT: 'http' } });
    assert.equal(wrong.code, 1);
    assert.match(wrong.stdout, /^problem {2}settings {2}PORT must be a whole number/);
    assert.equal(wrong.stderr, 'Found 1 problem and no warnings.\n');

    const environment = { DATA_DIR: '/nowhere/at/all', PORT: '0' };
    const strict = await fingerpost(['doctor', '--strict', '--json'], { environment });
    assert.equal(strict.code, 1);
    assert.match(strict.stdout, /There is no database yet/);
  });
});
