// The dashboard's files: hashed assets, which browsers keep for a year, and its document at every other path, since the
// dashboard has its own router. The files were compressed when they were built.
import type {} from '@fastify/swagger';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../contract/errors.ts';
import type { I18n } from '../../i18n/index.ts';
import { fill, html } from '../../views/html.ts';
import { DASHBOARD_PATH, type Origins, type Site } from '../origins.ts';
import { sendNotice } from '../pages/notices.ts';
import { sendConditionally } from '../wire/conditional.ts';
import { acceptedEncodings } from '../wire/encodings.ts';
import { acceptedLanguage } from '../wire/languages.ts';
import { pathOf } from '../wire/path.ts';
import { type BuiltFile, openDashboardBuild } from './dashboard-build.ts';
import { dashboardHeaders } from './dashboard-headers.ts';

export interface DashboardFilesOptions {
  site: Site;
  origins: Origins;
  /** With the built dashboard in it. */
  folder: string;
}

const hidden = { schema: { hide: true } };

export const dashboardFilesRoutes: FastifyPluginAsync<DashboardFilesOptions> = async (
  app,
  { site, origins, folder },
) => {
  const base = site === 'both' ? `${DASHBOARD_PATH}/` : '/';
  const headers = dashboardHeaders(origins);
  let build = await openDashboardBuild(folder, base);
  if (!build) app.log.warn(`The dashboard is not built: ${folder} has no index.html. Run "npm run build"`);

  app.get(`${base}*`, hidden, async (request, reply) => {
    // It may have been built since.
    build ??= await openDashboardBuild(folder, base);
    if (!build) return sendNotice(reply, 503, notBuilt);
    const path = pathOf(request).slice(base.length);
    const language = acceptedLanguage(request.headers['accept-language']);
    const file = build.file(path) ?? (isForDocument(request, path) ? build.index(language) : undefined);
    if (!file) throw new ApiError('not_found');
    return send(request, reply, file);
  });
  if (site === 'both') app.get(DASHBOARD_PATH, hidden, async (_request, reply) => reply.redirect(base, 308));

  async function send(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): Promise<FastifyReply> {
    const accepted = acceptedEncodings(request.headers['accept-encoding'] as string | undefined);
    const encoding = accepted.find((one) => file.encodings.has(one)) ?? 'identity';
    const body = await file.read(encoding);
    if (!body) throw new ApiError('not_found');
    reply.type(file.type).headers({
      ...headers,
      vary: file.isHashed ? 'accept-encoding' : 'accept-encoding, accept-language',
      'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return sendConditionally(request, reply, body.etag, body.bytes);
  }
};

/** Browsers ask for HTML when somebody opens an address, and for anything when a document loads its parts. */
function isForDocument({ headers }: FastifyRequest, path: string): boolean {
  return path === '' || (!path.startsWith('assets/') && /\btext\/html\b/i.test(headers.accept ?? ''));
}

const notBuilt = (i18n: I18n) => ({
  title: i18n.t('The dashboard is not built'),
  text: fill(
    i18n.t('Run {command} in the folder of Fingerpost, then reload this page. The pages and the API work without it.'),
    { command: html`<code dir="ltr">npm run build</code>` },
  ),
  sign: 503,
});
