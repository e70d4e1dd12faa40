// Whether visitors' addresses and the public address come through: what PUBLIC_URL, HOST and TRUST_PROXY say together,
// and whether the public address leads here.
import type { Config } from '../../config.ts';
import { ok, problem, reason, type Verdict, warning } from './finding.ts';
import { type Ownership, whoAnswers } from './own-service.ts';
import { isHealth } from './ports.ts';
import { isLocal } from './settings.ts';

const ANSWER_MS = 5000;

export async function checkProxy(config: Config, ownership: Ownership): Promise<Verdict[]> {
  const verdicts = [...together(config), ...(await leadingHere(config, ownership))];
  if (verdicts.length > 0) return verdicts;
  return [ok(config.trustProxy === false ? 'No proxy is trusted, and none seems to be meant.' : trusted(config))];
}

function trusted({ trustProxy }: Config): string {
  if (Array.isArray(trustProxy)) return `Forwarded addresses are believed from ${trustProxy.join(', ')}.`;
  return `Forwarded addresses are believed from ${trustProxy === 1 ? 'the proxy' : `${trustProxy} proxies`} in front.`;
}

function together({ publicUrl, host, trustProxy }: Config): Verdict[] {
  const isPublic = publicUrl !== undefined && !isLocal(new URL(publicUrl).hostname);
  if (trustProxy === false && isPublic && (isLocal(host) || publicUrl.startsWith('https:'))) {
    return [
      warning(
        'There must be a proxy in front, and it is not trusted: every visitor would seem to come from its address.',
        'Set TRUST_PROXY=loopback for one on this machine, or to the address or network of the proxy.',
      ),
    ];
  }
  if (typeof trustProxy === 'number' && !isLocal(host)) {
    return [
      warning(
        `TRUST_PROXY=${trustProxy} believes whoever reaches ${host} past the proxy.`,
        'Set HOST=127.0.0.1 if the proxy is on this machine, or TRUST_PROXY to its address.',
      ),
    ];
  }
  if (trustProxy !== false && publicUrl === undefined) {
    return [
      warning(
        'There is a proxy in front and no PUBLIC_URL: absolute addresses are made of what the proxy hands on.',
        'Set PUBLIC_URL to the address that people use.',
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
      return [warning(`${publicUrl} answers ${response.status}.`, 'Start the service, or look where the proxy leads.')];
    }
    return [
      problem(
        `${publicUrl} leads to something else (${response.status}).`,
        'Look at PUBLIC_URL and where the proxy leads.',
      ),
    ];
  } catch (error) {
    return [
      warning(
        `${publicUrl} cannot be reached from here: ${reason(error)}.`,
        'Start the service and its proxy; look at the name and the certificate.',
      ),
    ];
  }
}

/** A warning only: a proxy in between may remove headers that it does not know. */
async function belongingHere(publicUrl: string, ownership: Ownership): Promise<Verdict[]> {
  if ((await whoAnswers(`${publicUrl}/ready`, ownership, ANSWER_MS)) !== 'another installation') return [];
  return [
    warning(
      `${publicUrl} leads to a Fingerpost that does not use this database.`,
      'Check PUBLIC_URL and where the proxy leads. The proxy has to pass Fingerpost-Challenge and Fingerpost-Proof on.',
    ),
  ];
}
