// Serves font files from their npm packages. The URL contains the packages' version, so browsers can cache them
// forever. A file is read on its first request; the cache is large enough for all of them.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type {} from '@fastify/swagger';
import type { FastifyPluginAsync } from 'fastify';
import { type Font, fontFile, fonts, fontsVersion } from '../../../contract/page/fonts.ts';
import { createSingleFlightCache } from '../../cache/single-flight-cache.ts';

interface Named {
  Params: { version: string; file: string };
}

const MAX_BYTES = 8 * 1024 * 1024;
const hidden = { schema: { hide: true } };

/** An allowlist: no other file of those packages is served. */
const paths: ReadonlyMap<string, string> = new Map(
  fonts.flatMap((font: Font) =>
    (font.files?.subsets ?? []).map((subset) => {
      const file = fontFile(font, subset);
      return [file, `${font.files!.package}/files/${file}`] as const;
    }),
  ),
);

export const assetsRoutes: FastifyPluginAsync = async (app) => {
  const files = createSingleFlightCache<string, Buffer>({ maxBytes: MAX_BYTES, bytesOf: ({ length }) => length });

  app.get<Named>('/assets/fonts/:version/:file', hidden, async (request, reply) => {
    const { version, file } = request.params;
    const path = version === fontsVersion ? paths.get(file) : undefined;
    reply.header('x-content-type-options', 'nosniff');
    if (path === undefined) {
      return reply
        .code(404)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('There is no such font.\n');
    }
    const font = await cachedFile(path);
    return reply
      .type('font/woff2')
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        // The preview in the dashboard has an opaque origin.
        'access-control-allow-origin': '*',
      })
      .send(font);
  });

  async function cachedFile(path: string): Promise<Buffer> {
    const read = () => readFile(fileURLToPath(import.meta.resolve(path)));
    return files.get(path) ?? (await files.make(path, undefined, read))!;
  }
};
