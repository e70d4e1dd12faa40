// Checks that visitors' addresses and the public URL pass the proxy: that PUBLIC_URL, HOST and TRUST_PROXY fit together,
// and that the public URL leads here.
import type { Config } from '../../config.ts';
import { ok, type Verdict, warning } from './finding.ts';
import { leadingHere } from './leading-here.ts';
import type { Ownership } from './own-service.ts';
import { isLocal } from './settings.ts';

export async function checkProxy(config: Config, ownership: Ownership): Promise<Verdict[]> {
  const { publicUrl } = config;
  const verdicts = [
    ...together(config),
    ...(publicUrl === undefined ? [] : await leadingHere('PUBLIC_URL', publicUrl, ownership)),
  ];
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
