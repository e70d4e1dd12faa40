// Which provider there is, and how its people are named here.
import type { ProviderMetadata } from './provider-metadata.ts';

/** The operator's settings. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
}

/** There is one provider. Its accounts are stored under this id, and its callback address ends with it. */
export const PROVIDER = 'oidc';

/**
 * Under which account id the provider's person is stored. A subject means somebody at one issuer only: with another
 * OIDC_ISSUER, the same subject is somebody else. Issuers contain no spaces.
 */
export function identityAt(issuer: string, subject: string): string {
  return `${issuer} ${subject}`;
}

/** What better-auth needs for the provider. */
export interface ProviderSetup extends ProviderSettings {
  metadata: ProviderMetadata;
}
