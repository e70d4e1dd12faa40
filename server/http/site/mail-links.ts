// What links in mails lead to, on the dashboard's origin and without a sign-in. Opening one changes nothing, because mail
// programs open links on their own: a button does.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../contract/errors.ts';
import type { Micros } from '../../../contract/time.ts';
import { editSettings } from '../../domain/accounts/account-settings.ts';
import { accountToKeep, KEEP_ACCOUNT_PATH, keepAccount } from '../../domain/sign-in/account-deletion.ts';
import { formatDate, localeOf } from '../../i18n/formats.ts';
import type { I18n } from '../../i18n/index.ts';
import {
  type NotificationKind,
  readUnsubscribeToken,
  UNSUBSCRIBE_PATH,
  type Unsubscription,
} from '../../notifications/unsubscribe.ts';
import { readAccountSettings } from '../../storage/accounts/account-settings.ts';
import { fill, html } from '../../views/html.ts';
import { type Notice, renderNotice } from '../../views/page/notices/notice.ts';
import { DASHBOARD_PATH } from '../origins.ts';
import { i18nOf } from '../own-words.ts';
import { type NoticeWords, sendOwnPage } from '../pages/notices.ts';
import { bodyPlugin } from '../plugins/body.ts';
import type { Services } from '../services.ts';
import { dashboardHeaders } from './dashboard-headers.ts';

interface WithToken {
  Params: { token: string };
}

const MAX_BYTES = 1024;
const options = { schema: { hide: true }, config: { htmlErrors: true } };

export async function mailLinkRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { site, signIn, store, clock, origins, actorOf } = services;
  const base = site === 'both' ? DASHBOARD_PATH : '';
  await app.register(bodyPlugin, { maxBytes: MAX_BYTES });

  app.get<WithToken>(`${base}${UNSUBSCRIBE_PATH}/:token`, options, async (request, reply) => {
    const { accountId, kind } = await unsubscription(request);
    const isOn = (await readAccountSettings(store.read, accountId))?.[kind] === 1;
    return send(reply, isOn ? questions[kind] : stopped[kind]);
  });

  /** Also what mail programs send for their own button (RFC 8058), from anywhere. */
  app.post<WithToken>(`${base}${UNSUBSCRIBE_PATH}/:token`, options, async (request, reply) => {
    const { accountId, kind } = await unsubscription(request);
    await editSettings(store, accountId, { notifications: { [kind]: false } }, await actorOf(request), clock()).catch(
      (error: unknown) => {
        throw error instanceof ApiError ? noSuchLink() : error;
      },
    );
    return send(reply, stopped[kind]);
  });

  app.get<WithToken>(`${base}${KEEP_ACCOUNT_PATH}/:token`, options, async ({ params }, reply) => {
    const { username, deletes_at } = await accountToKeep(signIn, params.token).catch(usedLink);
    return send(reply, (i18n) => ({
      title: i18n.t('Keep this account?'),
      text: fill(i18n.t('The page {username} is offline. On {date} the account and all of its data will be erased.'), {
        username: html`<strong>${username}</strong>`,
        date: dateOf(i18n, deletes_at!),
      }),
      action: { label: i18n.t('Keep my account'), field: { name: 'keep', value: 'yes' } },
    }));
  });

  app.post<WithToken>(`${base}${KEEP_ACCOUNT_PATH}/:token`, options, async (request, reply) => {
    const { username } = await keepAccount(signIn, request.params.token, await actorOf(request)).catch(usedLink);
    return send(reply, (i18n) => ({
      title: i18n.t('The account will not be deleted'),
      text: fill(i18n.t('The page {username} is online again.'), { username: html`<strong>${username}</strong>` }),
      action: { label: i18n.t('Sign in'), href: origins.dashboardLink('/sign-in') },
      sign: 'done',
    }));
  });

  async function unsubscription({ params }: FastifyRequest<WithToken>): Promise<Unsubscription> {
    const found = readUnsubscribeToken(await signIn.secret(), params.token);
    if (!found) throw noSuchLink();
    return found;
  }

  function send(reply: FastifyReply, words: NoticeWords): FastifyReply {
    const i18n = i18nOf(reply.request);
    const page = renderNotice(words(i18n), i18n);
    const headers = { ...dashboardHeaders(origins), 'content-security-policy': page.policy };
    return sendOwnPage(reply, 200, page, headers);
  }
}

/** The account is kept already, or gone. */
function usedLink(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  throw new ApiError(
    'not_found',
    /*i18n*/ 'This link is not valid any more. Sign in to see what has become of the account.',
  );
}

const noSuchLink = () =>
  new ApiError('not_found', /*i18n*/ 'This link is not valid. Copy the whole link from the message.');

function dateOf({ language }: I18n, at: Micros): string {
  return formatDate(localeOf(language), at / 1000, { dateStyle: 'long' });
}

const questions: Record<NotificationKind, NoticeWords> = {
  weekly_summary: (i18n) => ({
    title: i18n.t('Stop the weekly summary?'),
    text: i18n.t(
      'You will get no more mail about the visits of the week. You can switch it on again in your settings.',
    ),
    action: { label: i18n.t('Stop the weekly summary'), field: { name: 'stop', value: 'yes' } },
  }),
  form_entries: (i18n) => ({
    title: i18n.t('Stop mails about form entries?'),
    text: i18n.t('You will get no more mail when visitors send a form. Their entries stay in the dashboard.'),
    action: { label: i18n.t('Stop these mails'), field: { name: 'stop', value: 'yes' } },
  }),
};

const stopped: Record<NotificationKind, NoticeWords> = {
  weekly_summary: (i18n) => stoppedNotice(i18n, i18n.t('The weekly summary is off')),
  form_entries: (i18n) => stoppedNotice(i18n, i18n.t('Mails about form entries are off')),
};

function stoppedNotice(i18n: I18n, title: string): Notice {
  const text = i18n.t('You will get no more of these mails. You can switch them on again in your settings.');
  return { title, text, sign: 'done' };
}
