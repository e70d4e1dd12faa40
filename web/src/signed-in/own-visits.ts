// Visits of the account's owner are not counted: a browser that is signed in asks the pages' origin for the cookie that
// excludes it. If the browser blocks the cookie, or the account does not want this, its visits are counted as before.
import { publicApi } from '../api/client.ts';

export async function excludeOwnVisits(): Promise<void> {
  try {
    const { link, dashboard } = await publicApi.analytics.getExclusion();
    if (!dashboard) return;
    const address = link ?? (await publicApi.analytics.editExclusion({})).link;
    if (address === null) return;
    await fetch(address, { method: 'POST', credentials: 'include', body: new URLSearchParams({ count: 'off' }) });
  } catch {
    // Nothing that anybody has to know: the next start of the dashboard tries again.
  }
}
