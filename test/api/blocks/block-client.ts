// An app with one account, and the requests that an API client sends for blocks. Another account can be given.
import assert from 'node:assert/strict';
import { openApi } from '../../support/api.ts';
import type { Engine } from '../../support/engines.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape
export type Json = any;
export type BlockClient = Awaited<ReturnType<typeof openBlockClient>>;

export async function openBlockClient(engine: Engine) {
  const api = await openApi(engine);
  const ada = await api.account('ada');

  const post = (path: string, json: Json = {}, headers: Record<string, string> = {}, { key } = ada) =>
    api.call(`POST ${path}`, { key, json, headers });
  /** Posts, requires status 200, and returns the `response`. */
  const postOk = async (path: string, json?: Json, account = ada) => {
    const answer = await post(path, json, {}, account);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.response;
  };
  const create = async (json: Json, account = ada): Promise<number> => (await postOk('/blocks', json, account)).id;
  const read = async (id: number, { key } = ada): Promise<Json> =>
    (await api.call(`GET /blocks/${id}`, { key })).body.response;
  const list = async ({ key } = ada): Promise<Json[]> =>
    (await api.call('GET /blocks?results_per_page=100', { key })).body.response;
  const page = async (username: string) => (await api.app.inject({ url: `/${username}` })).payload;

  return { api, ada, post, postOk, create, read, list, page };
}
