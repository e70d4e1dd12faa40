// A cache of images that another process draws. The key contains all that is drawn, so an entry is never stale.
import { createSingleFlightCache } from '../../cache/single-flight-cache.ts';
import { etagOf } from '../wire/conditional.ts';

export interface DrawnImage {
  bytes: Buffer;
  etag: string;
}

export function createImageCache(maxBytes: number) {
  const images = createSingleFlightCache<string, DrawnImage>({
    maxBytes,
    bytesOf: ({ bytes }, key) => bytes.length + 2 * key.length,
  });

  return {
    async imageOf(key: string, draw: () => Promise<Buffer>): Promise<DrawnImage> {
      const produce = async () => {
        const bytes = await draw();
        return { bytes, etag: etagOf(bytes) };
      };
      return images.get(key) ?? (await images.make(key, undefined, produce))!;
    },
    figures: images.figures,
  };
}
