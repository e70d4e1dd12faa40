// Calls of the API as somebody who is signed in, to prepare a page without the screens.
import assert from 'node:assert/strict';
import type { Window } from '../support/browser.ts';
import type { DashboardSite } from './site.ts';

/** `POST /blocks`, with the path relative to /api/v1. Returns the response. */
// biome-ignore lint/suspicious/noExplicitAny: what the API answered
export async function call(window: Window, site: DashboardSite, request: string, data?: object): Promise<any> {
  const [method, path] = request.split(' ') as [string, string];
  const answer = await window.context.request.fetch(`${site.url}/api/v1${path}`, {
    method,
    headers: { origin: site.url },
    ...(data && { data }),
  });
  assert.ok(answer.ok(), `${request}: ${await answer.text()}`);
  return (await answer.json()).response;
}
