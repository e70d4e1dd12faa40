// How much memory bodies may take while they arrive. A request does not count as in flight until its body is there, so this
// is what bounds clients that send slowly: all of them together, and each account.
const MIB = 1024 * 1024;
const MAX_BYTES = 256 * MIB;
const MAX_BYTES_OF_ACCOUNT = 64 * MIB;

export interface BodyMemory {
  /** False where there is no room. Callers without an account share what there is for all. */
  take(accountId: number | undefined, bytes: number): boolean;
  free(accountId: number | undefined, bytes: number): void;
}

export function createBodyMemory(): BodyMemory {
  const ofAccount = new Map<number, number>();
  let all = 0;
  return {
    take(accountId, bytes) {
      const own = accountId === undefined ? 0 : (ofAccount.get(accountId) ?? 0);
      if (all + bytes > MAX_BYTES || own + bytes > MAX_BYTES_OF_ACCOUNT) return false;
      all += bytes;
      if (accountId !== undefined) ofAccount.set(accountId, own + bytes);
      return true;
    },
    free(accountId, bytes) {
      all -= bytes;
      if (accountId === undefined) return;
      const left = (ofAccount.get(accountId) ?? 0) - bytes;
      if (left > 0) ofAccount.set(accountId, left);
      else ofAccount.delete(accountId);
    },
  };
}
