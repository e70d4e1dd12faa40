// Invitations by the operator: single-use links to sign up, valid in every sign-up mode.
import { randomBytes } from 'node:crypto';
import { invalid } from '../../../contract/errors.ts';
import { DAY, type Micros } from '../../../contract/time.ts';
import { insertInvitation } from '../../storage/accounts/invitations.ts';
import { findPersonByEmail } from '../../storage/people/people.ts';
import { checkedEmail } from '../accounts/accounts.ts';
import { hashToken } from '../accounts/token-format.ts';
import type { SignIn } from './index.ts';

const LIFE = 7 * DAY;

export interface IssuedInvitation {
  url: string;
  email: string | null;
  expiresAt: Micros;
}

/** With an e-mail address, a sign-up with that address needs no verification. */
export async function invite(
  { store, clock, origins }: Pick<SignIn, 'store' | 'clock' | 'origins'>,
  given: string | undefined,
): Promise<IssuedInvitation> {
  const email = given === undefined ? null : checkedEmail(given);
  if (email !== null && (await findPersonByEmail(store.read, email))) {
    throw invalid({ email: [`The e-mail address ${email} has an account already.`] });
  }
  const token = randomBytes(24).toString('base64url');
  const created_at = clock();
  const expires_at = created_at + LIFE;
  await store.writeInstallation((tx) =>
    insertInvitation(tx, { token_hash: hashToken(token), email, created_at, expires_at }),
  );
  return { url: origins.dashboardLink(`/invite?token=${token}`), email, expiresAt: expires_at };
}
