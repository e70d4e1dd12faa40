import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { AccountExport } from '../../../../../contract/schemas/account-settings.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { timestamp } from '../../../../../contract/time.ts';
import type { AccountExportRow } from '../../../../storage/account-tables.ts';
import { findExport } from '../../../../storage/accounts/account-exports.ts';
import type { Executor } from '../../../../storage/tables.ts';
import type { Services } from '../../../services.ts';
import { EXPORT_PATH } from '../../../site/export-path.ts';
import type { WrittenRecord } from '../../record-headers.ts';
import { recordStore } from '../../record-writes.ts';

const none: AccountExport = {
  state: 'none',
  progress: 0,
  url: null,
  bytes: null,
  created_at: null,
  finished_at: null,
  expires_at: null,
};

export const accountExportRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { actorOf, clock, exports, origins, store } = services;

  async function read({ caller }: FastifyRequest, db: Executor) {
    return { status: true as const, response: await present(await findExport(db, caller.accountId)) };
  }
  const written: WrittenRecord = { schema: success(AccountExport), read };

  app.get(
    '/account/export',
    {
      schema: {
        tags: ['Account'],
        operationId: 'getAccountExport',
        summary: 'Get the export of all data',
        description:
          'Its progress, and the address of the archive (`.tar.gz`) when it is `ready`. Whoever has the address can download it, for seven days. The state is `none` if there is no export.',
        response: { 200: success(AccountExport) },
      },
    },
    (request) => read(request, store.read),
  );

  app.post(
    '/account/export',
    {
      config: { writes: true, record: AccountExport, written, creates: 'replacement' },
      schema: {
        tags: ['Account'],
        operationId: 'startAccountExport',
        summary: 'Export all data',
        description:
          'Starts an export of everything that the account owns: profile, page and its versions, links, pixels, form entries, uploads, statistics, activity log, plan history, settings, and the names of keys and sessions. Returns the current one if it is not finished yet. A new export replaces the previous one.',
        response: { 200: success(AccountExport) },
      },
    },
    async (request) => {
      const once = recordStore(store, request, { payload: null, at: clock() });
      const row = await exports.start(request.caller.accountId, await actorOf(request), once);
      return { status: true as const, response: await present(row) };
    },
  );

  async function present(row: AccountExportRow | undefined): Promise<AccountExport> {
    if (!row || (row.expires_at !== null && row.expires_at <= clock())) return none;
    const isReady = row.state === 'ready';
    return {
      state: row.state,
      progress: Math.floor((100 * row.done) / row.total),
      url: isReady ? origins.dashboardLink(`${EXPORT_PATH}/${await exports.tokenOf(row)}`) : null,
      bytes: row.bytes,
      created_at: timestamp(row.created_at),
      finished_at: row.finished_at === null ? null : timestamp(row.finished_at),
      expires_at: row.expires_at === null ? null : timestamp(row.expires_at),
    };
  }
};
