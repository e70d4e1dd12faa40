// Checks that visitors' addresses and the public URL pass the proxy: that PUBLIC_URL, HOST and TRUST_PROXY fit together,
// and that the public URL leads here.
import type { Config } from '../../config.ts';
import { ok, problem, reason, type Verdict, warning } from './finding.ts';
import { type Ownership, whoAnswers } from './own-service.ts';
import { isHealth } from './ports.ts';
import { isLocal } from './settings.ts';

const ANSWER_MS = 5000;

export async function checkProxy(config: Config, ownership: Ownership): Promise<Verdict[]> {
  const verdicts = [...together(config), ...(await leadingHere(config, ownership))];
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

async function leadingHere({ publicUrl }: Config, ownership: Ownership): Promise<Verdict[]> {
  if (publicUrl === undefined) return [];
  try {
    const response = await fetch(`${publicUrl}/health`, {
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: 'error',
    });
    const text = await response.text();
    if (isHealth(text)) return await belongingHere(publicUrl, ownership);
    if (response.status === 502 || response.status === 503 || response.status === 504) {
      return [
        warning(`${publicUrl} answers ${response.status}.`, 'Start the service, or check the target of the proxy.'),
      ];
    }
    return [
      problem(
        `${publicUrl} does not lead to Fingerpost (${response.status}).`,
        'Check PUBLIC_URL and the target of the proxy.',
      ),
    ];
  } catch (error) {
    return [
      warning(
        `${publicUrl} cannot be reached from here: ${reason(error)}.`,
        'Start the service and its proxy; check the host name and the certificate.',
      ),
    ];
  }
}

/** Only a warning: a proxy may remove headers that it does not know. */
async function belongingHere(publicUrl: string, ownership: Ownership): Promise<Verdict[]> {
  if ((await whoAnswers(`${publicUrl}/ready`, ownership, ANSWER_MS)) !== 'another installation') return [];
  return [
    warning(
      `${publicUrl} leads to a Fingerpost that does not use this database.`,
      'Check PUBLIC_URL and the target of the proxy. The proxy must forward Fingerpost-Challenge and Fingerpost-Proof.',
    ),
  ];
}
