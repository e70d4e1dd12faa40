// The font files, out of the packages that they come in. Their address names the packages' version, so a browser may
// keep them for ever; a file is read when it is first asked for, and there are so few that each then stays in memory.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type {} from '@fastify/swagger';
import type { FastifyPluginAsync } from 'fastify';
import { type Font, fontFile, fonts, fontsVersion } from '../../../contract/page/fonts.ts';

interface Named {
  Params: { version: string; file: string };
}

const hidden = { schema: { hide: true } };

/** Nothing else of those packages can be asked for. */
const places: ReadonlyMap<string, string> = new Map(
  fonts.flatMap((font: Font) =>
    (font.files?.subsets ?? []).map((subset) => {
      const file = fontFile(font, subset);
      return [file, `${font.files!.package}/files/${file}`] as const;
    }),
  ),
);

export const assetsRoutes: FastifyPluginAsync = async (app) => {
  const read = new Map<string, Promise<Buffer>>();

  app.get<Named>('/assets/fonts/:version/:file', hidden, async (request, reply) => {
    const { version, file } = request.params;
    const place = version === fontsVersion ? places.get(file) : undefined;
    reply.header('x-content-type-options', 'nosniff');
    if (place === undefined) {
      return reply
        .code(404)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('There is no such font.\n');
    }
    const font = await kept(place);
    return reply.type('font/woff2').header('cache-control', 'public, max-age=31536000, immutable').send(font);
  });

  function kept(place: string): Promise<Buffer> {
    const known = read.get(place);
    if (known) return known;
    const reading = readFile(fileURLToPath(import.meta.resolve(place)));
    read.set(place, reading);
    // A file that could not be read once is tried again.
    reading.catch(() => read.delete(place));
    return reading;
  }
};
