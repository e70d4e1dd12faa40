// Upload forms as a browser sends them, test pictures, and the resulting files.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { type Account, type Api, BOUNDARY, type Request } from './api.ts';

export const formType = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

export type FormPart = [name: string, content: string | Buffer, fileName?: string];

export function formOf(...parts: FormPart[]): Buffer {
  const all = parts.flatMap(([name, content, fileName]) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: image/jpeg`;
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')];
  });
  return Buffer.concat([...all, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export function upload(key: string, ...parts: FormPart[]): Request {
  return { key, headers: formType, payload: formOf(...parts) };
}

/** A picture of one colour. */
export function drawn(width: number, height: number, colour = '#c0392b'): Sharp {
  return sharp({ create: { width, height, channels: 3, background: colour } });
}

/** An animation with this many different frames. */
export async function moving(frames: number, format: 'gif' | 'webp'): Promise<Buffer> {
  const each = Array.from({ length: frames }, (_, at) => {
    const dot = { create: { width: 1, height: 1, channels: 3 as const, background: '#ffffff' } };
    return drawn(120, 8, '#000000')
      .composite([{ input: dot, left: at, top: 3 }])
      .png()
      .toBuffer();
  });
  return sharp(await Promise.all(each), { join: { animated: true } })
    [format]()
    .toBuffer();
}

export const png = (colour: string) => drawn(120, 60, colour).png().toBuffer();
export const text = (content: string, name = 'notes.txt'): FormPart => ['file', content, name];

/** Upload calls of an account, and their visible results. */
export function uploadCalls(api: () => Api) {
  const get = (account: Account, path: string) => api().call(`GET /uploads${path}`, { key: account.key });
  const post = (account: Account, ...parts: FormPart[]) => api().call('POST /uploads', upload(account.key, ...parts));
  return {
    get,
    post,
    async posted(account: Account, ...parts: FormPart[]): Promise<{ id: number; url: string }> {
      const answer = await post(account, ...parts);
      assert.equal(answer.status, 200, answer.text);
      return answer.body.response;
    },
    remove: (account: Account, id: number) => api().call(`POST /uploads/${id}/delete`, { key: account.key }),
    total: async (account: Account): Promise<number> => (await get(account, '')).body.meta.total,
    async served(url: string) {
      const { statusCode, rawPayload } = await api().app.inject({ url: new URL(url).pathname });
      return { status: statusCode, content: rawPayload };
    },
    /** Files in the file storage, of all accounts. */
    stored: async () => (await api().files.walk()).map(({ name }) => name),
    /** Files on their way to the file storage. */
    staged: async () => readdir(await api().files.staging()),
  };
}
