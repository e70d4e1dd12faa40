// deploy/alerts.yml as Prometheus reads it. `test/process/metrics.test.ts` checks that its metrics exist.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('The alerts and the configuration of Prometheus are valid', (t) => {
  for (const args of [
    ['check', 'rules', 'deploy/alerts.yml'],
    ['check', 'config', 'deploy/prometheus.yml'],
  ]) {
    const { error, status, stdout, stderr } = spawnSync('promtool', args, { cwd: root, encoding: 'utf8' });
    if (error) return t.skip('promtool is not installed');
    assert.equal(status, 0, stdout + stderr);
  }
});

it('The alerts have a severity and a summary each', () => {
  const rules = readFileSync(`${root}/deploy/alerts.yml`, 'utf8').split('- alert: ').slice(1);
  assert.ok(rules.length > 20);
  for (const rule of rules) {
    assert.match(rule, /^Fingerpost\w+\n/);
    assert.match(rule, /^ +labels: \{ severity: (critical|warning) \}$/m);
    assert.match(rule, /^ +summary: ./m);
  }
});
