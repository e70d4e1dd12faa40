// Uploads a file, and tells how far it is. `fetch` cannot tell, so the request itself is made with XMLHttpRequest; the
// client does the rest.
import { createFingerpost, FingerpostError, type UploadSaved } from '../../../../clients/typescript/index.ts';
import { askToSignIn } from '../../api/sign-in-requests.ts';

export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif';
const TIMEOUT_MS = 300_000;

/** `onProgress` gets a share from 0 to 1. */
export async function upload(file: File, onProgress: (share: number) => void): Promise<UploadSaved> {
  const client = createFingerpost({
    url: location.origin,
    attempts: 1,
    timeout: TIMEOUT_MS,
    fetch: (url, init) => send(String(url), init ?? {}, onProgress),
  });
  const create = () => client.uploads.create({ file, name: file.name });
  try {
    return await create();
  } catch (error) {
    const isSignedOut = error instanceof FingerpostError && error.code === 'unauthenticated';
    if (!isSignedOut || !(await askToSignIn('sign-in'))) throw error;
    return create();
  }
}

function send(url: string, init: RequestInit, onProgress: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'GET', url);
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () =>
      resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) }));
    request.onerror = () => reject(new TypeError('The request failed.'));
    request.onabort = request.onerror;
    init.signal?.addEventListener('abort', () => request.abort());
    request.send(init.body as XMLHttpRequestBodyInit);
  });
}

function headersOf(request: XMLHttpRequest): [string, string][] {
  return request
    .getAllResponseHeaders()
    .trim()
    .split(/\r?\n/)
    .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
    .filter(([name]) => name !== '');
}
