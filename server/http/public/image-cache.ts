// A cache of images that are drawn in another process. Each is drawn once for all who ask for it. The cache key is everything
// that is drawn, so an entry is never out of date.
import { LRUCache } from 'lru-cache';
import { etagOf } from '../conditional.ts';
import type { CacheFigures } from '../services.ts';

export interface DrawnImage {
  bytes: Buffer;
  etag: string;
}

type Draw = () => Promise<Buffer>;

export function createImageCache(maxBytes: number) {
  let asked = 0;
  let misses = 0;
  const images = new LRUCache<string, DrawnImage, Draw>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }, key) => bytes.length + 2 * key.length + 256,
    async fetchMethod(_key, _stale, { context: draw }) {
      misses += 1;
      const bytes = await draw();
      return { bytes, etag: etagOf(bytes) };
    },
  });

  return {
    imageOf(key: string, draw: Draw): Promise<DrawnImage> {
      asked += 1;
      return images.forceFetch(key, { context: draw });
    },
    figures: (): CacheFigures => ({
      hits: asked - misses,
      misses,
      entries: images.size,
      bytes: images.calculatedSize,
    }),
  };
}
