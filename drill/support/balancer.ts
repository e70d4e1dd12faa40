// nginx in front of several nodes, on loopback. It never repeats a request at another node: the first node may have
// counted it already.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import { freePort } from '../../test/support/free-port.ts';
import { call } from '../../test/support/server.ts';
import { CannotRun } from './findings.ts';

const PROGRAM = 'nginx';
const START_MS = 10_000;
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

/** Resolves with its URL. */
export async function startBalancer(t: TestContext, ports: readonly number[]): Promise<string> {
  if (spawnSync(PROGRAM, ['-v'], { env: { PATH } }).error) {
    throw new CannotRun('nginx is not installed: apt-get install nginx');
  }
  const folder = mkdtempSync('/tmp/fingerpost-balancer-');
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((what) => `${what}_temp_path ${folder};`);
  // A node that refuses connections is left out for five seconds.
  const nodes = ports.map((each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=5s;`);
  writeFileSync(
    `${folder}/nginx.conf`,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr crit;
    events {}
    http {
      ${temporary.join(' ')}
      access_log off;
      upstream nodes { ${nodes.join(' ')} keepalive 16; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://nodes;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header X-Forwarded-For $http_x_forwarded_for;
          proxy_next_upstream off;
        }
      }
    }`,
  );
  const child = spawn(PROGRAM, ['-e', 'stderr', '-p', folder, '-c', `${folder}/nginx.conf`], { env: { PATH } });
  const ended = once(child, 'close');
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually('nginx answers', START_MS, () =>
    call(url, 'GET /health').then(
      () => true,
      () => false,
    ),
  );
  return url;
}
