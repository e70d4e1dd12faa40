// Form submissions, without JavaScript or cookies. A valid entry redirects to a confirmation; an invalid one gets the
// form again, with its errors.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalid } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { honeypotOf } from '../../../contract/page/forms.ts';
import { pagePath, pageUrl } from '../../../contract/page/page-address.ts';
import { confirmEntry, takeUnconfirmed } from '../../domain/page/form-confirmation.ts';
import { type Form, openFormOf, type ReadEntry, readEntry, takeEntry } from '../../domain/page/forms.ts';
import { perNetwork } from '../../domain/sign-in/throttle.ts';
import { formText, problemText } from '../../i18n/form-words.ts';
import { i18nFor } from '../../i18n/index.ts';
import type { PageOwner } from '../../storage/accounts/usernames.ts';
import { findBlock } from '../../storage/page/blocks.ts';
import { networksOf } from '../../system/networks.ts';
import { renderForm } from '../../views/page/notices/form.ts';
import { plainAddress } from '../../visits/record/address.ts';
import { isSameOrigin } from '../auth/same-origin.ts';
import { i18nOf, languageOf } from '../own-words.ts';
import { bodyPlugin } from '../plugins/body.ts';
import type { Services } from '../services.ts';
import { baseUrl } from '../wire/base-url.ts';
import { createFormLimits, type Post } from './form-limits.ts';
import {
  type NoticeWords,
  pageThemeOf,
  sendNotice,
  sendOwnPage,
  wantsJson,
  wayBackToPage,
  wayToPage,
} from './notices.ts';
import { openPage } from './page-owner.ts';

interface RequestedForm {
  owner: PageOwner;
  form: Form;
  /** The form's path with the current username. */
  path: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The form in the path. The onRequest hook sets it. */
    requested: RequestedForm;
  }
}

type FormRequest = FastifyRequest<{ Params: { block_id: string } }>;

const PATH = '/:username/forms/:block_id';

export async function formRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, store, clock, quotas, visits, limiter, signIn, notifications, origins } = services;
  const formLimits = createFormLimits({ salt: async () => visits.saltAt(clock()), limiter });
  await app.register(bodyPlugin, { maxBytes: limits.formBytes });
  app.decorateRequest('requested');

  /** Runs before the body is read: an unknown form or too many posts are rejected without it. */
  app.addHook('onRequest', async (request, reply) => {
    const { block_id } = (request as FormRequest).params;
    const found = await openPage(services, request, reply);
    if (!found) return reply;
    const { owner } = found;
    const isId = /^[1-9]\d{0,15}$/.test(block_id);
    const block = isId ? await findBlock(store.read, owner.accountId, Number(block_id)) : undefined;
    const form = block && openFormOf(block);
    if (!form) throw noSuchForm();
    request.requested = { owner, form, path: pagePath(owner, { form: form.blockId }) };
    if (request.method !== 'POST') return;
    if (!isSameOrigin(request, () => baseUrl(request, config))) {
      throw new ApiError('forbidden', 'Cross-site form posts (CSRF) are rejected.');
    }
    checkRate(await formLimits.countPost(postOf(request)));
  });

  app.post(PATH, async (request, reply) => {
    const { owner, form, path } = request.requested;
    const sent = (request.body ?? {}) as Record<string, unknown>;
    const taken = () =>
      reply
        .code(303)
        .headers({ Location: `${path}/sent`, 'Cache-Control': 'no-store' })
        .send();
    const honeypot = honeypotOf(form.fields);
    // Honeypot: bots get the same response as a success, so that they learn nothing.
    if (honeypot && Object.hasOwn(sent, honeypot) && sent[honeypot] !== '') return taken();

    const entry = readEntry(form, sent);
    if (entry.errors.size > 0) {
      if (wantsJson(request)) throw invalid(errorsOf(entry));
      return sendForm(reply, 422, request.requested, entry);
    }
    checkRate(await formLimits.countEntry(postOf(request), quotas));
    const outcome = await take(request, entry.values);
    if (outcome === 'taken') return taken();
    if (outcome === 'full') return sendNotice(reply, 409, fullNotice(owner));
    // The form was deleted, or the account suspended, while the body arrived.
    if (await openPage(services, request, reply)) throw noSuchForm();
    return reply;
  });

  /** Stores the entry, or asks for a confirmation by mail. */
  async function take({ ip, requested }: FastifyRequest, values: Record<string, string>) {
    const { owner, form, path } = requested;
    const { accountId } = owner;
    const wanted = { accountId, quotas, at: clock() };
    if (!form.asksConfirmation) return takeEntry(store, wanted, form, values);
    const to = values.email!;
    await signIn.throttle.begin([
      { key: `confirm address ${to.toLowerCase()}`, free: limits.confirmationsPerAddress },
      ...perNetwork('confirm', networksOf(plainAddress(ip)), limits.confirmationsPerNetwork),
      { key: `confirm account ${accountId}`, free: limits.confirmationsPerAccount },
    ]);
    const page = pageUrl(origins.pages(), owner);
    const recipient = { to, accountId, language: languageOf(owner) };
    return takeUnconfirmed(store, wanted, form, values, (tx, entryId) =>
      notifications.askToConfirm(tx, recipient, { entryId, page, path }),
    );
  }

  app.get(`${PATH}/confirm/:token`, async (request, reply) => {
    await confirmationOf(request);
    return sendNotice(
      reply,
      200,
      (i18n) => ({
        title: i18n.t('Confirm your address?'),
        text: i18n.t('The owner of the page will get your e-mail address.'),
        action: { label: i18n.t('Confirm my address'), field: { name: 'confirm', value: 'yes' } },
        otherwise: wayToPage(i18n, request.requested.owner),
      }),
      { 'Referrer-Policy': 'strict-origin' },
    );
  });

  app.post(`${PATH}/confirm/:token`, async (request, reply) => {
    const { owner, form } = request.requested;
    const { accountId, entryId } = await confirmationOf(request);
    if (!(await confirmEntry(store, { accountId, blockId: form.blockId, entryId, at: clock() }))) throw usedLink();
    return sendNotice(reply, 200, thanks(owner, form));
  });

  async function confirmationOf({ params, requested }: FastifyRequest) {
    const found = await notifications.readConfirmation((params as { token: string }).token);
    if (found?.accountId !== requested.owner.accountId) throw usedLink();
    return found;
  }

  app.get(PATH, async ({ requested }, reply) => sendForm(reply, 200, requested, { values: {}, errors: new Map() }));

  app.get(`${PATH}/sent`, async ({ requested: { owner, form } }, reply) =>
    sendNotice(reply, 200, form.asksConfirmation ? confirmationNotice(owner) : thanks(owner, form)),
  );
}

function thanks(owner: PageOwner, form: Form): NoticeWords {
  return (i18n) => ({
    title: form.name || i18n.t('Sent'),
    text: formText(i18n, form.thanks) || i18n.t('Thank you. Your message has been sent.'),
    action: wayBackToPage(i18n, owner),
    sign: 'done',
  });
}

function confirmationNotice(owner: PageOwner): NoticeWords {
  return (i18n) => ({
    title: i18n.t('Check your mail'),
    text: i18n.t('We have sent you a message with a link. Open it to confirm your address.'),
    action: wayBackToPage(i18n, owner),
    sign: 'done',
  });
}

const usedLink = () => new ApiError('not_found', /*i18n*/ 'This link is not valid any more. Fill in the form again.');

const noSuchForm = () => new ApiError('not_found', /*i18n*/ 'There is no such form on this page.');

function postOf({ ip, requested: { owner, form } }: FastifyRequest): Post {
  return { address: ip, accountId: owner.accountId, blockId: form.blockId };
}

function checkRate(waitSeconds: number | undefined): void {
  if (waitSeconds === undefined) return;
  const sentence = /*i18n*/ 'This form was sent too often. Wait a minute, then try again.';
  throw new ApiError('rate_limited', sentence, { headers: { 'Retry-After': String(waitSeconds) } });
}

function errorsOf({ errors }: ReadEntry): Record<string, string[]> {
  const i18n = i18nFor('en');
  return Object.fromEntries([...errors].map(([name, problem]) => [name, [problemText(i18n, problem)]]));
}

function sendForm(
  reply: FastifyReply,
  status: number,
  { owner, form, path }: RequestedForm,
  { values, errors }: ReadEntry,
): FastifyReply {
  const i18n = i18nOf(reply.request);
  const button = formText(i18n, form.button) || i18n.t('Send');
  const page = {
    title: form.name || button,
    fields: form.fields.map((field) => ({ ...field, label: formText(i18n, field.label) })),
    button,
    action: path,
    back: pagePath(owner),
    values,
    errors: new Map([...errors].map(([name, problem]) => [name, problemText(i18n, problem)])),
  };
  return sendOwnPage(reply, status, renderForm(page, i18n, pageThemeOf(reply.request)));
}

function fullNotice(owner: PageOwner): NoticeWords {
  return (i18n) => ({
    title: i18n.t('This form is full'),
    text: i18n.t('It accepts no more entries for now, and yours was not saved. Please contact the owner another way.'),
    action: wayBackToPage(i18n, owner),
    sign: 409,
  });
}
