// Whether uploaded pictures can be decoded: the packages for this platform may be missing.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError } from '../../../contract/errors.ts';
import { drawUpload } from '../../pictures/index.ts';
import { ok, problem, type Verdict } from './finding.ts';

/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const NO_ACCOUNT = 0;

export async function checkPictures(): Promise<Verdict[]> {
  const folder = await mkdtemp(join(tmpdir(), 'fingerpost-doctor-'));
  try {
    const file = join(folder, 'pixel.png');
    await writeFile(file, Buffer.from(PIXEL, 'base64'));
    await drawUpload(NO_ACCOUNT, file);
    return [ok('Pictures can be decoded.')];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const remedy =
      'Install the packages again, as docs/deploying.md describes: sharp or its code for this platform is missing.';
    return [problem('Pictures cannot be decoded: uploads of pictures fail.', remedy)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
