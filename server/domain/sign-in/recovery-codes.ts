import type { SignIn } from './index.ts';

/** better-auth encrypts them: only it can count them. */
export async function recoveryCodesLeft(signIn: SignIn, accountId: number): Promise<number> {
  const { api } = await signIn.auth();
  const { backupCodes } = await api.viewBackupCodes({ body: { userId: String(accountId) } });
  return backupCodes.length;
}
