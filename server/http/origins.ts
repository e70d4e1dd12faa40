// Where pages and dashboard are reached. The pages run other people's scripts (pixels), so the dashboard has an origin
// of its own. Which origin a request belongs to depends on the listener, never on its Host header.
import type { Config } from '../config.ts';

/** What an app serves. `both` if pages and dashboard have one origin. Sessions are valid on all but `pages`. */
export type Site = 'pages' | 'dashboard' | 'both';

/** Where the dashboard is, below the pages' origin. */
export const DASHBOARD_PATH = '/dashboard';

export interface Origins {
  /** `https://links.example`. Without PUBLIC_URL, the address on this machine. */
  pages(): string;
  /** The host of the pages, as it is in a referrer: `links.example`. */
  pagesHost(): string | undefined;
  /** `https://my.links.example`. Without DASHBOARD_URL, the address on this machine. */
  dashboard(): string;
  /** The whole URL of a path of the dashboard: `/sign-in`. */
  dashboardLink(path: string): string;
  /** Called once an app listens: with port 0, nobody knows its port earlier. */
  listens(site: Site, port: number): void;
}

type OriginSettings = Pick<Config, 'host' | 'port' | 'dashboardPort' | 'publicUrl' | 'dashboardUrl' | 'isOneOrigin'>;

export function createOrigins(config: OriginSettings): Origins {
  const { publicUrl, dashboardUrl, isOneOrigin } = config;
  let { port, dashboardPort } = config;
  const pages = () => publicUrl ?? localAddress(config.host, port);
  let pagesHost = URL.parse(pages())?.host;
  const dashboard = () => dashboardUrl ?? localAddress(config.host, dashboardPort);
  return {
    pages,
    pagesHost: () => pagesHost,
    dashboard,
    dashboardLink: (path) => dashboard() + (isOneOrigin ? DASHBOARD_PATH : '') + path,
    listens(site, actual) {
      if (site === 'dashboard') dashboardPort = actual;
      else port = actual;
      pagesHost = URL.parse(pages())?.host;
    },
  };
}

/** By name where it can be: browsers allow passkeys on localhost, and not on an IP address. */
export function localAddress(host: string, port: number): string {
  const isLocalhost = ['', '0.0.0.0', '::', '::1'].includes(host) || host.startsWith('127.');
  const name = isLocalhost ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
