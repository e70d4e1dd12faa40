// Limits the memory of request bodies while they arrive, in total and per account. A request does not count as in
// flight until its body has arrived, so this is the limit for clients that send slowly.
const MIB = 1024 * 1024;
const MAX_BYTES = 256 * MIB;
const MAX_BYTES_PER_ACCOUNT = 64 * MIB;

export interface BodyMemory {
  /** False if the limit is reached. Requests without an account have only the total limit. */
  take(accountId: number | undefined, bytes: number): boolean;
  free(accountId: number | undefined, bytes: number): void;
}

export function createBodyMemory(): BodyMemory {
  const byAccount = new Map<number, number>();
  let total = 0;
  return {
    take(accountId, bytes) {
      const own = accountId === undefined ? 0 : (byAccount.get(accountId) ?? 0);
      if (total + bytes > MAX_BYTES || own + bytes > MAX_BYTES_PER_ACCOUNT) return false;
      total += bytes;
      if (accountId !== undefined) byAccount.set(accountId, own + bytes);
      return true;
    },
    free(accountId, bytes) {
      total -= bytes;
      if (accountId === undefined) return;
      const left = (byAccount.get(accountId) ?? 0) - bytes;
      if (left > 0) byAccount.set(accountId, left);
      else byAccount.delete(accountId);
    },
  };
}
