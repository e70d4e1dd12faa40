// An app whose accounts have one form of each kind, and the requests that visitors and owners send.
import assert from 'node:assert/strict';
import { insertBlock } from '../../../server/storage/page/blocks.ts';
import { type Account, openApi } from '../../support/api.ts';
import type { Engine } from '../../support/engines.ts';

export const MINUTE = 60_000_000;
export const FORM_TYPE = 'application/x-www-form-urlencoded';
export const person = { name: 'Grace Hopper', email: 'grace@example.com', message: 'Hello\r\nthere' };
const fields = [
  { name: 'name', label: 'Your name', required: true },
  { name: 'email', label: 'Your <address>', required: true },
  { name: 'phone', label: 'Telephone' },
  { name: 'message', label: 'Your message', required: true },
];

export type Owner = Account & { signup: number; contact: number; text: number };
export type Fields = Record<string, string> | [string, string][];
export type Forms = Awaited<ReturnType<typeof openForms>>;

export async function openForms(engine: Engine) {
  const api = await openApi(engine, { TRUST_PROXY: '1' });
  let visitors = 0;

  /** Creates an account with a form of each kind, and one block without a form. */
  async function owner(username: string): Promise<Owner> {
    const account = await api.account(username);
    const [signup, contact, text] = await api.store.write(account.id, async (tx) => {
      const ids = (await api.store.dialect.allocateIds(tx, 3)) as [number, number, number];
      const dated = { subheading: null, settings: null, created_at: 0, updated_at: 0 };
      await insertBlock(tx, account.id, {
        id: ids[0],
        block: 'signup',
        name: 'News',
        content: null,
        position: 1,
        ...dated,
      });
      const content = JSON.stringify({ fields, thanks: 'Thanks & <b>cheers</b>' });
      await insertBlock(tx, account.id, {
        id: ids[1],
        block: 'contact_form',
        name: null,
        content,
        position: 2,
        ...dated,
      });
      await insertBlock(tx, account.id, {
        id: ids[2],
        block: 'text',
        name: null,
        content: '"x"',
        position: 3,
        ...dated,
      });
      return ids;
    });
    return { ...account, signup, contact, text };
  }

  /** Sends a form as a new visitor, unless `headers` name one. */
  async function post(path: string, sent: Fields | string, headers: Record<string, string> = {}) {
    visitors += 1;
    const from = { 'content-type': FORM_TYPE, 'x-forwarded-for': `10.0.${visitors >> 8}.${visitors & 255}` };
    const payload = typeof sent === 'string' ? sent : new URLSearchParams(sent).toString();
    const answer = await api.app.inject({
      method: 'POST',
      url: path,
      headers: { ...from, ...headers },
      payload,
    });
    assert.equal(answer.headers['set-cookie'], undefined);
    return answer;
  }

  const entries = async ({ key }: Account, block: number) =>
    (await api.call(`GET /blocks/${block}/entries?results_per_page=250`, { key })).body.response as {
      id: number;
      values: Record<string, string>;
      created_at: string;
    }[];
  const values = async (account: Account, block: number) =>
    (await entries(account, block)).map((entry) => entry.values);

  return { api, owner, post, entries, values };
}
