// Requests of the dashboard say so: over plain HTTP, browsers send nothing that the service could tell from. Pages of other
// origins may not send this header (`server/http/auth/dashboard-origin.ts`).

export function ownFetch(...given: Parameters<typeof fetch>): Promise<Response> {
  const request = new Request(...given);
  request.headers.set('fingerpost-dashboard', '1');
  return fetch(request);
}
