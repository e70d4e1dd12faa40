// All requests to a provider go through here: answers have a limit, and redirects are not followed.
import type { CustomFetchOptions } from 'openid-client';

/** Of one answer. The keys and discovery documents of large providers have some ten kilobytes. */
const MAX_BYTES = 512 * 1024;
const WITHOUT_BODY = [101, 204, 205, 304];

/** The deadline in `signal` is for the whole answer, because it is read here. */
export async function providerFetch(url: string, { signal, ...options }: CustomFetchOptions): Promise<Response> {
  const init = { ...options, redirect: 'manual', ...(signal && { signal }) } as RequestInit;
  const response = await fetch(url, init);
  const { status, statusText, headers } = response;
  const body = await bytesOf(response);
  return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, statusText, headers });
}

async function bytesOf({ url, body }: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    // Leaving the loop closes the connection.
    if (length > MAX_BYTES) throw new Error(`${url} answered more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
