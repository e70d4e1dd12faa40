// A Node request with the accessors of a Fastify request, for code that runs before Fastify. Both use the same rule for
// trusted proxies. Values are computed on access.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Config } from '../../config.ts';

/** `hop` counts proxies from the server outwards: 0 is the one that connects to it. */
export type TrustProxy = (address: string | undefined, hop: number) => boolean;

/** A number is the number of proxies; a list, their addresses. False if there are none. */
export function trustedProxies(setting: Config['trustProxy']): TrustProxy | false {
  if (setting === false) return false;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  const networks = new BlockList();
  for (const network of setting.flatMap((entry) => named[entry] ?? entry)) {
    const [address, length] = network.split('/') as [string, string | undefined];
    const [family, bits] = isIP(address) === 4 ? (['ipv4', 32] as const) : (['ipv6', 128] as const);
    networks.addSubnet(address, length === undefined ? bits : Number(length), family);
  }
  return (address) => {
    const family = isIP(address ?? '');
    return family !== 0 && networks.check(address!.replace(/%.*/, ''), family === 4 ? 'ipv4' : 'ipv6');
  };
}

const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

export class RawRequest {
  readonly #raw: IncomingMessage;
  readonly #trust: TrustProxy | false;

  constructor(raw: IncomingMessage, trust: TrustProxy | false) {
    this.#raw = raw;
    this.#trust = trust;
  }

  get method(): string {
    return this.#raw.method!;
  }

  get url(): string {
    return this.#raw.url!;
  }

  get headers(): IncomingHttpHeaders {
    return this.#raw.headers;
  }

  /** The nearest address that is not a trusted proxy. */
  get ip(): string {
    const { socket, headers } = this.#raw;
    let address = socket.remoteAddress;
    const forwarded = this.#trust && headers['x-forwarded-for'];
    if (forwarded) {
      const sent = (forwarded as string)
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean);
      for (let hop = 0; this.#isTrusted(address, hop); hop += 1) {
        const next = sent.pop();
        if (next === undefined) break;
        address = next;
      }
    }
    return address!;
  }

  get host(): string {
    return this.#forwarded('x-forwarded-host') ?? this.#raw.headers.host ?? '';
  }

  get protocol(): 'http' | 'https' {
    const isEncrypted = (this.#raw.socket as TLSSocket).encrypted;
    return (this.#forwarded('x-forwarded-proto') as 'http' | 'https') ?? (isEncrypted ? 'https' : 'http');
  }

  #isTrusted(address: string | undefined, hop: number): boolean {
    return this.#trust !== false && this.#trust(address, hop);
  }

  /** The last of several values: the trusted proxy added it. */
  #forwarded(name: 'x-forwarded-host' | 'x-forwarded-proto'): string | undefined {
    const value = this.#trust && this.#raw.headers[name];
    if (!value || !this.#isTrusted(this.#raw.socket.remoteAddress, 0)) return undefined;
    return (value as string).split(',').at(-1)!.trim();
  }
}
