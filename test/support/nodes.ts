// Connections to each process of an installation. A process is recognised by its request ids, which begin alike.
import assert from 'node:assert/strict';
import http from 'node:http';
import type { TestContext } from 'node:test';
import { type Answer, type Call, call } from './server.ts';

const MAX_CONNECTIONS = 400;
/** Several, so that not always the same worker accepts them. */
const AT_ONCE = 8;

export interface Node {
  /** The beginning of its request ids. */
  readonly name: string;
  call(request: string, options?: Call): Promise<Answer>;
}

/** Opens connections to these addresses until so many processes answer, and keeps one to each. */
export async function nodesAt(t: TestContext, urls: readonly string[], count: number): Promise<Node[]> {
  const nodes = new Map<string, Node>();
  for (let tried = 0; nodes.size < count; tried += AT_ONCE) {
    assert.ok(tried < MAX_CONNECTIONS, `only ${nodes.size} processes answer`);
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => connect(urls[(tried + index) % urls.length]!)));
  }
  return [...nodes.values()];

  async function connect(url: string): Promise<void> {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    t.after(() => agent.destroy());
    const { headers } = await call(url, 'GET /health', { agent });
    const name = String(headers['x-request-id']).slice(0, 24);
    if (nodes.has(name)) agent.destroy();
    else nodes.set(name, { name, call: (request, options) => call(url, request, { ...options, agent }) });
  }
}
