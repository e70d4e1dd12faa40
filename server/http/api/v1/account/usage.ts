import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { limits } from '../../../../../contract/limits.ts';
import { uploadKinds } from '../../../../../contract/page/uploads.ts';
import { AccountUsage } from '../../../../../contract/schemas/account-usage.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { countActiveKeys } from '../../../../storage/accounts/keys.ts';
import { countShares } from '../../../../storage/accounts/statistics-shares.ts';
import { countBlocks } from '../../../../storage/page/blocks.ts';
import { countFormEntries } from '../../../../storage/page/form-entries.ts';
import { countPixels } from '../../../../storage/page/pixels.ts';
import { uploadsByKind } from '../../../../storage/page/uploads.ts';
import type { Services } from '../../../services.ts';

export const accountUsageRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { store, clock }) => {
  app.get(
    '/account/usage',
    {
      schema: {
        tags: ['Account'],
        operationId: 'getAccountUsage',
        summary: 'Get what the account uses',
        description: 'How much the account has of what is limited, and how much it may have.',
        response: { 200: success(AccountUsage) },
      },
    },
    async (request) => {
      const { accountId, allowance } = request.caller;
      const byKind = await uploadsByKind(store.read, accountId);
      const kinds = uploadKinds.map((kind) => ({ kind, ...(byKind.get(kind) ?? { count: 0, bytes: 0 }) }));
      const total = (figure: 'count' | 'bytes') => kinds.reduce((sum, one) => sum + one[figure], 0);
      const response = {
        blocks: { used: await countBlocks(store.read, accountId), limit: allowance.blocks },
        form_entries: { used: await countFormEntries(store.read, accountId), limit: allowance.formEntries },
        uploads: { used: total('count'), limit: allowance.uploads },
        upload_bytes: { used: total('bytes'), limit: allowance.uploadBytes },
        pixels: { used: await countPixels(store.read, accountId), limit: allowance.pixels },
        keys: { used: await countActiveKeys(store.read, accountId, clock()), limit: allowance.keys },
        shares: { used: await countShares(store.read, accountId), limit: limits.shares },
        uploads_by_kind: kinds,
        requests_per_minute: allowance.requestsPerMinute || null,
      };
      return { status: true as const, response };
    },
  );
};
