// Checks that visitors' addresses and the public URL pass the proxy: that PUBLIC_URL, HOST and TRUST_PROXY fit together,
// that a proxy on this machine finds the service, and that the public URL leads here.
import { lookup } from 'node:dns/promises';
import { type Config, isLocal } from '../../config.ts';
import { ok, type Verdict, warning } from './finding.ts';
import { leadingHere } from './leading-here.ts';
import type { Ownership } from './own-service.ts';

/** Where the proxies in `deploy/` expect the service. */
const EXPECTED_ADDRESS = '127.0.0.1';

export async function checkProxy(config: Config, ownership: Ownership): Promise<Verdict[]> {
  const { publicUrl } = config;
  const astray = publicUrl === undefined ? [] : await leadingHere('PUBLIC_URL', publicUrl, ownership);
  const isReached = publicUrl !== undefined && astray.length === 0;
  const verdicts = [...together(config), ...astray, ...(isReached ? [] : await listeningElsewhere(config))];
  if (verdicts.length > 0) return verdicts;
  return [ok(config.trustProxy === false ? 'No proxy is trusted, and none seems to be in use.' : trusted(config))];
}

function trusted({ trustProxy }: Config): string {
  if (Array.isArray(trustProxy)) return `Forwarded addresses are trusted from ${trustProxy.join(', ')}.`;
  return `Forwarded addresses are trusted from ${trustProxy === 1 ? 'the proxy' : `${trustProxy} proxies`} in front.`;
}

function together({ publicUrl, host, trustProxy }: Config): Verdict[] {
  const isPublic = publicUrl !== undefined && !isLocal(new URL(publicUrl).hostname);
  if (trustProxy === false && isPublic && (isLocal(host) || publicUrl.startsWith('https:'))) {
    return [
      warning(
        'There must be a proxy, but it is not trusted: all visitors would have its address.',
        'Set TRUST_PROXY=loopback if it is on this machine, otherwise to its address or network.',
      ),
    ];
  }
  if (typeof trustProxy === 'number' && !isLocal(host)) {
    return [
      warning(
        `With TRUST_PROXY=${trustProxy}, clients that reach ${host} directly can forge their address.`,
        'Set HOST=127.0.0.1 if the proxy is on this machine, or TRUST_PROXY to its address.',
      ),
    ];
  }
  if (trustProxy !== false && publicUrl === undefined) {
    return [
      warning(
        'There is a proxy but no PUBLIC_URL: absolute URLs are built from the headers of the proxy.',
        'Set PUBLIC_URL to the address that visitors use.',
      ),
    ];
  }
  return [];
}

/** `localhost` may be `::1`, where a proxy that connects to 127.0.0.1 finds nobody. */
async function listeningElsewhere({ host, trustProxy }: Config): Promise<Verdict[]> {
  if (trustProxy === false) return [];
  // A name without an address is a finding of the ports.
  const address = await lookup(host).then(
    (found) => found.address,
    () => EXPECTED_ADDRESS,
  );
  if (!isLocal(address) || address === EXPECTED_ADDRESS) return [];
  const what = address === host ? `HOST is ${host}` : `HOST is ${host}, which is ${address} here`;
  return [
    warning(
      `${what}. A proxy that connects to ${EXPECTED_ADDRESS}, as the examples do, does not find the service.`,
      `Set HOST=${EXPECTED_ADDRESS}, or let the proxy connect to ${address}.`,
    ),
  ];
}
