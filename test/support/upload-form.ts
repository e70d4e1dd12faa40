// A file as a browser sends it, and pictures to send.
import sharp, { type Sharp } from 'sharp';
import { BOUNDARY, type Request } from './api.ts';

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

/** Of one colour. */
export function drawn(width: number, height: number, colour = '#c0392b'): Sharp {
  return sharp({ create: { width, height, channels: 3, background: colour } });
}

/** Of as many frames, no two of them alike. */
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
