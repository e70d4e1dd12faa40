// Who asks to be signed in, and with what.
import type { Network } from '../../system/networks.ts';
import type { Actor } from '../accounts/actor.ts';
import type { Wait } from './passwords/passwords.ts';

export interface SignInRequest {
  actor: Actor;
  networks: readonly Network[];
  cookie: string | undefined;
  userAgent: string | undefined;
  wait: Wait;
}
