// Share images as they are sent. One is made once for all who ask for it, and kept for as long as nobody wants newer
// ones: its name is all that is drawn on it, so that what is kept is never out of date.

import { Refusal } from '../../../contract/errors.ts';
import { createSingleFlightCache } from '../../single-flight-cache.ts';
import type { Painter } from '../../views/pictures/painter.ts';
import type { ShareCard } from '../../views/pictures.ts';
import { etagOf } from '../conditional.ts';
import type { CacheFigures } from '../services.ts';

export interface ShareImage {
  png: Buffer;
  etag: string;
}

const BYTES_KEPT = 16 * 1024 * 1024;
/** At a tenth of a second each, the last of them is there before anybody has given up. */
const MOST_WAITING = 32;

export function createShareImages(painter: Painter) {
  const images = createSingleFlightCache<string, ShareImage>({
    maxBytes: BYTES_KEPT,
    bytesOf: ({ png }, name) => png.length + 2 * name.length,
  });

  async function paint(card: ShareCard): Promise<ShareImage> {
    if (painter.waiting() >= MOST_WAITING) {
      throw new Refusal('unavailable', 'Too many pictures are being made; try again shortly.');
    }
    const png = await painter.paint(card);
    return { png, etag: etagOf(png) };
  }

  return {
    async imageOf({ accountId, username, name, bio }: ShareCard): Promise<ShareImage> {
      const card = { accountId, username, name, bio };
      const key = JSON.stringify(card);
      return images.get(key) ?? (await images.make(key, undefined, () => paint(card)))!;
    },
    figures: (): CacheFigures => images.figures(),
  };
}
