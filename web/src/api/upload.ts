// Uploads with progress, which fetch cannot report. Errors are those of the client.
import { FingerpostError, type UploadSaved } from '../../../clients/typescript/index.ts';
import { askToSignIn, SignInDeclined } from './sign-in-requests.ts';

/** What a picture may be. The service decides by the content. */
export const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

export interface UploadOptions {
  /** The share that has been sent, from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

export async function uploadFile(file: Blob, name: string, options: UploadOptions = {}): Promise<UploadSaved> {
  try {
    return await send(file, name, options);
  } catch (error) {
    if (!(error instanceof FingerpostError) || error.code !== 'unauthenticated') throw error;
    if (!(await askToSignIn('sign-in'))) throw new SignInDeclined('sign-in');
    return send(file, name, options);
  }
}

function send(file: Blob, name: string, { onProgress, signal }: UploadOptions): Promise<UploadSaved> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal?.addEventListener('abort', abort);
    request.open('POST', '/api/v1/uploads');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 1 : loaded / total);
    request.onload = () => {
      if (request.status === 201 || request.status === 200) resolve(request.response.response);
      else reject(apiErrorOf(request));
    };
    request.onerror = () => reject(new FingerpostError('unreachable', 'The upload did not arrive.'));
    request.onabort = () => reject(signal?.reason ?? new DOMException('Stopped', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    const form = new FormData();
    form.append('name', name);
    form.append('file', file, name);
    request.send(form);
  });
}

function apiErrorOf(request: XMLHttpRequest): FingerpostError {
  const { code = 'unexpected_answer', response = '', errors } = request.response ?? {};
  return new FingerpostError(code, response, {
    status: request.status,
    fields: errors,
    requestId: request.getResponseHeader('x-request-id') ?? undefined,
  });
}

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
