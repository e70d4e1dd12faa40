// Where the forms of a page are sent to. Nothing here needs a script or a cookie: what was taken is answered with a page
// that says so, what is not as it must be with the form, to be mended.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalid, Refusal } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { honeypotOf } from '../../../contract/page/forms.ts';
import { pagePath } from '../../../contract/page/page-address.ts';
import { type Form, formOf, readEntry, takeEntry } from '../../domain/page/forms.ts';
import type { PageOwner } from '../../storage/accounts/usernames.ts';
import { findBlock } from '../../storage/page/blocks.ts';
import { renderForm } from '../../views/page/notices/form.ts';
import type { Notice } from '../../views/page/notices/notice.ts';
import { isSameOrigin } from '../auth/same-origin.ts';
import { bodyPlugin } from '../plugins/body.ts';
import type { Services } from '../services.ts';
import { baseUrl } from '../wire/base-url.ts';
import { createFormLimits, type Post } from './form-limits.ts';
import { sendNotice, sendOwnPage, wantsJson, wayToPage } from './notices.ts';
import { openPage } from './page-owner.ts';

interface Asked {
  owner: PageOwner;
  form: Form;
  /** The address of the form, under the name that the account has now. */
  path: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The form that the address names, once it is known to be there. */
    asked: Asked;
  }
}

type FormRequest = FastifyRequest<{ Params: { block_id: string } }>;

const PATH = '/:username/forms/:block_id';

export async function formRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, store, clock, allowance } = services;
  const formLimits = createFormLimits(clock);
  await app.register(bodyPlugin, { mostBytes: limits.formBytes });
  app.decorateRequest('asked');

  /** Before the body: who has no form to send, or sends too many, need not be listened to. */
  app.addHook('onRequest', async (request, reply) => {
    const { block_id } = (request as FormRequest).params;
    const found = await openPage(services, request, reply);
    if (!found) return reply;
    const { owner } = found;
    const isId = /^[1-9]\d{0,15}$/.test(block_id);
    const block = isId ? await findBlock(store.read, owner.accountId, Number(block_id)) : undefined;
    const form = block && formOf(block);
    if (!form) throw noSuchForm();
    request.asked = { owner, form, path: pagePath(owner, { form: form.blockId }) };
    if (request.method !== 'POST') return;
    if (!isSameOrigin(request, () => baseUrl(request, config))) {
      throw new Refusal('forbidden', 'A form can be sent from the page that it is on, and from no other.');
    }
    checkRate(formLimits.countPost(postOf(request)));
  });

  app.post(PATH, async (request, reply) => {
    const { owner, form, path } = request.asked;
    const sent = (request.body ?? {}) as Record<string, unknown>;
    const taken = () =>
      reply
        .code(303)
        .headers({ Location: `${path}/sent`, 'Cache-Control': 'no-store' })
        .send();
    const trap = honeypotOf(form.fields);
    // Told nothing, whoever fills it in has nothing to learn from.
    if (trap && Object.hasOwn(sent, trap) && sent[trap] !== '') return taken();

    const entry = readEntry(form, sent);
    if (entry.errors.size > 0) {
      const errors = () => Object.fromEntries([...entry.errors].map(([name, text]) => [name, [text]]));
      if (wantsJson(request)) throw invalid(errors());
      return sendForm(reply, 422, request.asked, entry);
    }
    checkRate(formLimits.countEntry(postOf(request), allowance));
    const outcome = await takeEntry(store, { accountId: owner.accountId, allowance, at: clock() }, form, entry.values);
    if (outcome === 'taken') return taken();
    if (outcome === 'full') return sendNotice(reply, 409, fullNotice(owner));
    // Deleted or suspended while the body arrived.
    if (await openPage(services, request, reply)) throw noSuchForm();
    return reply;
  });

  app.get(PATH, async ({ asked }, reply) => sendForm(reply, 200, asked, { values: {}, errors: new Map() }));

  app.get(`${PATH}/sent`, async ({ asked: { owner, form } }, reply) =>
    sendNotice(reply, 200, {
      title: form.name || 'Sent',
      text: form.thanks.trim() || 'Thank you. It has been sent.',
      action: wayToPage(owner, 'Back to the page'),
      sign: 'done',
    }),
  );
}

const noSuchForm = () => new Refusal('not_found', 'There is no such form on this page.');

function postOf({ ip, asked: { owner, form } }: FastifyRequest): Post {
  return { address: ip, accountId: owner.accountId, blockId: form.blockId };
}

function checkRate(waitSeconds: number | undefined): void {
  if (waitSeconds === undefined) return;
  const sentence = 'This form was sent very often just now. Wait a minute, then send it again.';
  throw new Refusal('rate_limited', sentence, { headers: { 'Retry-After': String(waitSeconds) } });
}

function sendForm(
  reply: FastifyReply,
  status: number,
  { owner, form, path }: Asked,
  { values, errors }: { values: Record<string, string>; errors: ReadonlyMap<string, string> },
): FastifyReply {
  const button = form.button.trim() || 'Send';
  const title = form.name || button;
  return sendOwnPage(
    reply,
    status,
    renderForm({ title, fields: form.fields, button, action: path, back: pagePath(owner), values, errors }),
  );
}

function fullNotice(owner: PageOwner): Notice {
  return {
    title: 'This form is full',
    text: 'It takes no more entries for now, and what you wrote was not kept. Please try to reach its owner another way.',
    action: wayToPage(owner, 'Back to the page'),
    sign: 409,
  };
}
