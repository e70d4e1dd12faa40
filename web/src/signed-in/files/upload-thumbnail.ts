import type { Upload } from '../../../../clients/typescript/index.ts';
import { narrowerFile } from '../../../../contract/page/uploads.ts';

const WIDTH = 192;

/** The URL of a small version of a picture. */
export function thumbnailOf({ url, width }: Upload): string {
  return width !== null && width > WIDTH ? url.replace(/[^/]+$/, narrowerFile(WIDTH, 'webp')) : url;
}
