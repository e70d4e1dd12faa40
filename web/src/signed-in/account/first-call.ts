/** A first request that works when it is pasted into a terminal. */
export function firstCall(pagesUrl: string, key: string): string {
  return `curl ${pagesUrl}/api/v1/user \\\n  -H "Authorization: Bearer ${key}"`;
}
