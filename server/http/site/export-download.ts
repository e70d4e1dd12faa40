// The archive of exported data, for whoever has its address.
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../../contract/errors.ts';
import { day } from '../../../contract/time.ts';
import { DASHBOARD_PATH } from '../origins.ts';
import type { Services } from '../services.ts';
import { EXPORT_PATH } from './export-path.ts';

interface WithToken {
  Params: { token: string };
}

export async function exportDownloadRoutes(app: FastifyInstance, { site, exports }: Services): Promise<void> {
  const base = site === 'both' ? DASHBOARD_PATH : '';
  const options = { schema: { hide: true }, config: { htmlErrors: true }, exposeHeadRoute: false };

  app.get<WithToken>(`${base}${EXPORT_PATH}/:token`, options, async (request, reply) => {
    const file = await exports.open(request.params.token);
    if (!file)
      throw new ApiError(
        'not_found',
        /*i18n*/ 'This export is not available any more. Start a new one in your settings.',
      );
    file.stream.on('error', (error) => {
      if (!reply.raw.destroyed) request.log.warn({ err: error }, 'Could not read an export to its end');
    });
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="fingerpost-${day(file.createdAt)}.tar.gz"`,
        'content-length': file.bytes,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      })
      .type('application/gzip')
      .send(file.stream);
  });
}
