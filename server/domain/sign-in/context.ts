// What everything that signs in works with, except better-auth itself.
import type { JobQueue } from '../../jobs/queue.ts';
import type { SharedCounters } from '../../limits/shared-counters.ts';
import type { Store } from '../../storage/store.ts';
import type { Clock } from '../../system/clock.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { ProviderSettings } from './provider/provider-settings.ts';
import type { AuthSecret } from './secret.ts';
import type { SessionAccess } from './sessions/session-access.ts';
import type { Throttle } from './throttle.ts';

export type SignupMode = 'open' | 'invite' | 'closed';

export interface SignInOptions {
  store: Store;
  clock: Clock;
  /** Whether attempts are counted together with other processes. */
  sharedCounters: SharedCounters;
  jobs: JobQueue;
  signup: SignupMode;
  authSecret: string | undefined;
  provider: ProviderSettings | undefined;
  /** For links in messages and for cookies. Known once the dashboard listens. */
  origins: { dashboard(): string; dashboardLink(path: string): string };
  /** Replaces the thread that hashes passwords. */
  passwords?: Passwords | undefined;
}

export interface SignInContext extends Omit<SignInOptions, 'authSecret'> {
  secret: AuthSecret['secret'];
  secretIn: AuthSecret['secretIn'];
  sessions: SessionAccess;
  passwords: Passwords;
  throttle: Throttle;
}
