// What `/` of the pages' origin shows, if it is not an account's page: HOME_PAGE decides.
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type InterfaceLanguage, interfaceLanguages } from '../../../contract/languages.ts';
import { createSingleFlightCache } from '../../cache/single-flight-cache.ts';
import { firstListedPage } from '../../domain/page/sitemap.ts';
import { type Home, homePolicy, renderHome } from '../../views/home/document.ts';
import { REFERENCE_PATH } from '../../views/reference/layout.ts';
import { i18nOf } from '../own-words.ts';
import type { Services } from '../services.ts';
import { baseUrl } from '../wire/base-url.ts';
import { etagOf, sendConditionally } from '../wire/conditional.ts';
import { acceptedEncodings } from '../wire/encodings.ts';

/** The demo account, which is there to be shown. */
const DEMO = 'demo';
const EXAMPLE_MS = 60_000;
/** Enough for every language on some hosts. */
const MAX_CACHED_PAGES = 64;

export type SendHome = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export function createHome({ config, origins, resolver, store }: Services): SendHome {
  const pages = new LRUCache<string, { plain: Buffer; compressed: Buffer }>({ max: MAX_CACHED_PAGES });
  const examples = createSingleFlightCache<'example', { username: string | undefined }, number>({
    maxBytes: 1,
    bytesOf: () => 1,
    isFresh: (until) => performance.now() < until,
  });

  /** The demo account's page, or the first that its owner shows to search engines. */
  async function findExample(): Promise<{ username: string | undefined }> {
    const demo = await resolver.find({ host: '', url: `/${DEMO}` });
    if (demo?.owner.isActive) return { username: demo.owner.username };
    return { username: await firstListedPage(store.read) };
  }

  async function example(): Promise<string | undefined> {
    const until = performance.now() + EXAMPLE_MS;
    try {
      return (examples.get('example') ?? (await examples.make('example', until, findExample)))?.username;
    } catch (error) {
      if (store.isUnavailable(error)) return undefined;
      throw error;
    }
  }

  function rendered(home: Home) {
    const key = JSON.stringify(home);
    const known = pages.get(key);
    if (known) return known;
    const plain = Buffer.from(renderHome(home));
    const page = { plain, compressed: gzipSync(plain) };
    pages.set(key, page);
    return page;
  }

  return async (request, reply) => {
    const { homePage } = config;
    if (homePage === 'docs') return reply.redirect(REFERENCE_PATH);
    if (typeof homePage === 'object' && 'url' in homePage) return reply.redirect(homePage.url);
    const chosen = chosenLanguage(request);
    const home: Home = {
      language: chosen ?? i18nOf(request).language,
      isChosen: chosen !== undefined,
      origin: baseUrl(request, config),
      signUp: config.signup === 'open' ? origins.dashboardLink('/sign-up') : undefined,
      signIn: origins.dashboardLink('/sign-in'),
      example: await example(),
    };
    const { plain, compressed } = rendered(home);
    const isCompressed = acceptedEncodings(request.headers['accept-encoding'] as string | undefined).includes('gzip');
    if (isCompressed) reply.header('content-encoding', 'gzip');
    const body = isCompressed ? compressed : plain;
    reply.type('text/html; charset=utf-8').headers({
      vary: 'accept-encoding, accept-language',
      'cache-control': 'no-cache',
      'content-language': home.language,
      'content-security-policy': homePolicy(home),
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    return sendConditionally(request, reply, etagOf(body), body);
  };
}

/** Another language than ours is ignored. */
function chosenLanguage({ query }: FastifyRequest): InterfaceLanguage | undefined {
  const { lang } = query as { lang?: unknown };
  return interfaceLanguages.find((language) => language === lang);
}
