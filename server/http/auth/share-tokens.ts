// Authentication with the token of shared statistics: `Authorization: Bearer fps_…`. It reads statistics, nothing else.
import { limits } from '../../../contract/limits.ts';
import { isShareExpired } from '../../domain/analytics/share-access.ts';
import { SHARE_PREFIX } from '../../domain/analytics/shares.ts';
import type { ShareIdentity } from '../../storage/accounts/statistics-shares.ts';
import type { Services } from '../services.ts';
import { bearerOf } from './bearer.ts';
import type { AuthMethod, Identity, ShareCaller } from './caller.ts';

type ShareServices = Pick<Services, 'quotas' | 'clock' | 'shares'>;

export function shareTokens(services: ShareServices): AuthMethod {
  function identityOf(share: ShareIdentity | undefined): Identity | undefined {
    if (!share || isShareExpired(share, services.clock())) return undefined;
    return { caller: shareCaller(services, share), isActive: share.isActive, noteUse: () => {} };
  }

  return {
    credentialOf(headers) {
      const token = bearerOf(headers);
      return token?.startsWith(SHARE_PREFIX) ? token : undefined;
    },
    identify(token) {
      const found = services.shares.find(token);
      return found instanceof Promise ? found.then(identityOf) : identityOf(found);
    },
  };
}

/** Everybody who has the token shares its rate limit. Without a limit for keys, there is none for shares. */
export function shareCaller(
  { quotas }: Pick<ShareServices, 'quotas'>,
  { accountId, shareId: id, linkId }: ShareIdentity,
): ShareCaller {
  const requestsPerMinute = Math.min(quotas.requestsPerMinute, limits.shareRequestsPerMinute);
  return { kind: 'share', accountId, quotas: { ...quotas, requestsPerMinute }, id, linkId };
}
