// Requests of the dashboard say so: over plain HTTP, browsers send nothing that the service could tell from.
import { DASHBOARD_HEADER } from '../../../contract/dashboard-header.ts';

export function ownFetch(address: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set(DASHBOARD_HEADER, '1');
  return fetch(address, { ...init, headers });
}
