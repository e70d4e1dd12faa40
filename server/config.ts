// The only reader of the environment. Returns one frozen object, or reports one sentence per mistake.

import { isIP } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { limits } from '../contract/limits.ts';
import { installation } from './system/paths.ts';

export const builtDashboard = join(installation, 'web', 'dist');

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string | undefined;
  /** Of the dashboard's own listener. Not used if there is one origin. */
  readonly dashboardPort: number;
  /** The dashboard's origin, if it is set. */
  readonly dashboardUrl: string | undefined;
  /** Pages and dashboard have the same origin. */
  readonly isOneOrigin: boolean;
  readonly homePage: HomePage;
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly trustProxy: number | string[] | false;
  readonly logLevel: string;
  readonly rateLimit: number;
  readonly metricsPort: number | undefined;
  /** Stores uploads, if set; otherwise they are in DATA_DIR. */
  readonly bucket: Bucket | undefined;
  readonly uploadQuotaBytes: number;
  readonly visitCacheBytes: number;
  readonly geoDatabase: string | undefined;
  /** Retention of single visits, in days. Counts are kept. */
  readonly visitEventDays: number;
  /** Retention of the activity log, in days. */
  readonly activityDays: number;
  readonly migrationBackups: number;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  /** Who can sign up. Invitations by the operator work in every mode. */
  readonly signup: 'open' | 'invite' | 'closed';
  /** Signs cookies. Without it, one is made and stored with the installation. */
  readonly authSecret: string | undefined;
  /** Where people can sign in besides here. */
  readonly provider: Provider | undefined;
  readonly demo: boolean;
  readonly maxConnections: number;
  readonly maxInFlight: number;
  readonly maxEventLoopDelayMs: number;
  readonly requestTimeoutSeconds: number;
  readonly stopTimeoutSeconds: number;
  /** How many processes serve requests. One needs no primary. */
  readonly workers: number;
}

/** What `/` of the pages' origin shows. */
export type HomePage = 'home' | 'docs' | { readonly username: string } | { readonly url: string };

/** An OpenID Connect provider. */
export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** As it is named on the sign-in screen. */
  readonly name: string;
  /** Who asks for the second factor of accounts that have one. */
  readonly secondFactor: 'ask' | 'provider';
}

export interface Bucket {
  readonly name: string;
  /** Prefix of all object keys: empty, or ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  /** Undefined for Amazon S3. */
  readonly endpoint: string | undefined;
  /** The bucket name is in the path instead of the host name. */
  readonly pathStyle: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export class ConfigError extends Error {
  readonly mistakes: string[];
  constructor(mistakes: string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

export type Environment = Record<string, string | undefined>;

const MAX_PORT = 65535;
const MAX_WORKERS = 64;
const USERNAME = new RegExp(`^[a-z0-9_-]{${limits.usernameMin},${limits.usernameMax}}$`);
const mayHoldSecrets = ['DATABASE_URL', 'SMTP_URL', 'UPLOADS_URL', 'AUTH_SECRET', 'OIDC_CLIENT_SECRET'];
const signupModes = ['open', 'invite', 'closed'] as const;
const logLevels: readonly string[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export function readConfig(environment: Environment): Config {
  const mistakes: string[] = [];

  function setting<T>(name: string, fallback: T, parse: (value: string) => T): T {
    const value = environment[name]?.trim();
    if (value === undefined || value === '') return fallback;
    try {
      return parse(value);
    } catch (error) {
      // Do not log passwords. In a mistyped URL the password can be anywhere, so the whole value is left out.
      const isSecret = mayHoldSecrets.includes(name) || value.includes('@');
      mistakes.push(`${name} ${(error as Error).message}${isSecret ? '' : ` (it is "${value}")`}.`);
      return fallback;
    }
  }

  function bucket(): Bucket | undefined {
    const [accessKeyId, secretAccessKey] = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].map((name) =>
      setting<string | undefined>(name, undefined, (value) => value),
    );
    const address = setting<BucketAddress | undefined>('UPLOADS_URL', undefined, bucketAddress);
    if (!address) return undefined;
    if (accessKeyId !== undefined && secretAccessKey !== undefined) return { ...address, accessKeyId, secretAccessKey };
    mistakes.push('UPLOADS_URL also needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
    return undefined;
  }

  function provider(): Provider | undefined {
    const [clientId, clientSecret, name] = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'].map((key) =>
      setting<string | undefined>(key, undefined, (value) => value),
    );
    const secondFactor = setting('OIDC_SECOND_FACTOR', 'ask', oneOf(['ask', 'provider'] as const));
    const isGiven = (environment.OIDC_ISSUER ?? '').trim() !== '';
    const issuer = setting<string | undefined>('OIDC_ISSUER', undefined, oidcIssuer);
    if (!isGiven && (clientId ?? clientSecret ?? name) !== undefined) {
      mistakes.push('OIDC_ISSUER must be set if OIDC_CLIENT_ID, OIDC_CLIENT_SECRET or OIDC_NAME is.');
    }
    if (issuer === undefined) return undefined;
    if (clientId !== undefined && clientSecret !== undefined) {
      return { issuer, clientId, clientSecret, name: name ?? new URL(issuer).hostname, secondFactor };
    }
    mistakes.push('OIDC_ISSUER also needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.');
    return undefined;
  }

  function dashboardPort(): number {
    const nextPort = port === 0 ? 0 : port + 1;
    const chosen = setting('DASHBOARD_PORT', nextPort, wholeNumber(0, MAX_PORT));
    if (isOneOrigin || chosen === 0) return chosen;
    const other = chosen === port ? 'PORT' : chosen === metricsPort ? 'METRICS_PORT' : undefined;
    if (other) mistakes.push(`DASHBOARD_PORT must differ from ${other} (both are ${chosen}).`);
    if (chosen > MAX_PORT) mistakes.push(`DASHBOARD_PORT must be set if PORT is ${MAX_PORT}.`);
    return chosen;
  }

  const port = setting('PORT', 3000, wholeNumber(0, MAX_PORT));
  const metricsPort = setting<number | undefined>('METRICS_PORT', undefined, (value) =>
    value === 'off' ? undefined : wholeNumber(0, MAX_PORT)(value),
  );
  const publicUrl = setting<string | undefined>('PUBLIC_URL', undefined, origin);
  const dashboardUrl = setting<string | undefined>('DASHBOARD_URL', undefined, origin);
  const isOneOrigin = dashboardUrl !== undefined && dashboardUrl === publicUrl;
  const isProduction = environment.NODE_ENV === 'production';
  const dataDir = setting('DATA_DIR', join(installation, 'data'), (value) => resolve(value));
  const config: Config = {
    port,
    host: setting('HOST', '127.0.0.1', (value) => value),
    publicUrl,
    dashboardPort: dashboardPort(),
    dashboardUrl,
    isOneOrigin,
    homePage: setting<HomePage>('HOME_PAGE', 'home', homePage),
    dataDir,
    databaseUrl: setting('DATABASE_URL', `sqlite:${join(dataDir, 'fingerpost.db')}`, databaseUrl),
    trustProxy: setting<Config['trustProxy']>('TRUST_PROXY', false, trustProxy),
    logLevel: setting('LOG_LEVEL', 'info', oneOf(logLevels)),
    rateLimit: setting('RATE_LIMIT', 6000, wholeNumber(0, 1_000_000_000)),
    metricsPort,
    bucket: bucket(),
    uploadQuotaBytes: setting('UPLOAD_QUOTA_MB', 500, wholeNumber(0, 1_000_000)) * 1_000_000,
    geoDatabase: setting<string | undefined>('GEO_DATABASE', undefined, (value) => resolve(value)),
    visitEventDays: setting('VISIT_EVENT_DAYS', 90, wholeNumber(0, 3650)),
    activityDays: setting('ACTIVITY_DAYS', 400, wholeNumber(1, 3650)),
    visitCacheBytes: setting('VISIT_CACHE_MB', defaultVisitCacheMb, wholeNumber(0, 1_000_000)) * 1_000_000,
    migrationBackups: setting('MIGRATION_BACKUPS', 3, wholeNumber(0, 100)),
    smtpUrl: setting<string | undefined>('SMTP_URL', undefined, smtpUrl),
    mailFrom: setting<string | undefined>('MAIL_FROM', undefined, mailFrom),
    signup: setting('SIGNUP', isProduction ? 'closed' : 'open', oneOf(signupModes)),
    authSecret: setting<string | undefined>('AUTH_SECRET', undefined, authSecret),
    provider: provider(),
    demo: setting('DEMO', true, onOff) && !isProduction,
    maxConnections: setting('MAX_CONNECTIONS', 10_000, wholeNumber(1, 1_000_000)),
    maxInFlight: setting('MAX_IN_FLIGHT', 1000, wholeNumber(1, 1_000_000)),
    maxEventLoopDelayMs: setting('MAX_EVENT_LOOP_DELAY_MS', 500, wholeNumber(10, 60_000)),
    requestTimeoutSeconds: setting('REQUEST_TIMEOUT_SECONDS', 30, wholeNumber(1, 3600)),
    stopTimeoutSeconds: setting('STOP_TIMEOUT_SECONDS', 10, wholeNumber(1, 600)),
    workers: setting('WORKERS', 1, workers),
  };

  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return Object.freeze(config);
}

/** A small machine has other uses for its memory. */
const defaultVisitCacheMb = Math.min(128, Math.floor(totalmem() / 16_000_000));

/** The limit of connections to the dashboard: it has fewer users than pages have visitors. */
export function dashboardConnections(maxConnections: number): number {
  return Math.ceil(maxConnections / 10);
}

export function isLocal(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127(?:\.\d+){3}$/.test(host);
}

/** What is missing in the dashboard, as a sentence. Undefined if browsers treat its address as secure. */
export function lostWithoutTls(dashboardUrl: string): string | undefined {
  const { protocol, hostname } = new URL(dashboardUrl);
  if (protocol === 'https:' || isLocal(hostname)) return undefined;
  return `DASHBOARD_URL is ${dashboardUrl}, without TLS: passwords and sessions travel in the clear, browsers offer no passkeys, and some do not copy to the clipboard.`;
}

/** The names of all settings, recorded while `readConfig` reads them. */
export function settingNames(): string[] {
  const names = new Set<string>();
  const recorder = new Proxy<Environment>({}, { get: (_target, name) => void names.add(String(name)) });
  readConfig(recorder);
  return [...names];
}

function wholeNumber(least: number, most: number) {
  return (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw new Error(`must be a whole number from ${least} to ${most}`);
    }
    return number;
  };
}

function workers(value: string): number {
  if (value === 'auto') return Math.min(availableParallelism(), MAX_WORKERS);
  if (/^[1-9]\d?$/.test(value) && Number(value) <= MAX_WORKERS) return Number(value);
  throw new Error(`must be "auto", or a whole number from 1 to ${MAX_WORKERS}`);
}

function oneOf<Word extends string>(words: readonly Word[]) {
  return (value: string): Word => {
    if (!(words as readonly string[]).includes(value)) throw new Error(`must be one of ${words.join(', ')}`);
    return value as Word;
  };
}

function onOff(value: string): boolean {
  if (['on', '1', 'true', 'yes'].includes(value)) return true;
  if (['off', '0', 'false', 'no'].includes(value)) return false;
  throw new Error('must be "on" or "off"');
}

function origin(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const plain = url && !url.username && !url.password && !url.search && !url.hash && url.pathname === '/';
  if (!plain || !/^https?:$/.test(url.protocol)) {
    throw new Error('must be an address like https://links.example, without a path');
  }
  return url.origin;
}

function homePage(value: string): HomePage {
  if (value === 'docs') return value;
  if (USERNAME.test(value)) return { username: value };
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return { url: url.href };
  throw new Error('must be "docs", a username, or an address like https://example.com/');
}

export function databaseUrl(value: string): string {
  if (/^sqlite:./.test(value)) return value;
  if (/^postgres(ql)?:\/\/./.test(value) && URL.canParse(value)) return value;
  throw new Error('must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE');
}

type BucketAddress = Omit<Bucket, 'accessKeyId' | 'secretAccessKey'>;

const bucketParameters = ['region', 'endpoint', 'path_style'];

function bucketAddress(value: string): BucketAddress {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url?.protocol === 's3:' && !url.username && !url.password && !url.port && !url.hash;
  const path = url?.pathname.replace(/^\/|\/$/g, '') ?? '';
  const isNamed = /^[\w.-]{3,63}$/.test(url?.hostname ?? '') && /^([\w.-]+(\/[\w.-]+)*)?$/.test(path);
  if (!isPlain || !isNamed || [...url.searchParams.keys()].some((name) => !bucketParameters.includes(name))) {
    throw new Error('must be s3://BUCKET/PREFIX?region=…&endpoint=https://…&path_style=on');
  }
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !isEndpoint(endpoint)) {
    throw new Error('needs an endpoint like https://s3.example, without a user or a query');
  }
  const region = url.searchParams.get('region') ?? 'us-east-1';
  if (!/^[\w-]{1,50}$/.test(region)) throw new Error('needs a region like us-east-1');
  const style = url.searchParams.get('path_style');
  const pathStyle = style === null ? endpoint !== undefined : onOff(style);
  return { name: url.hostname, prefix: path === '' ? '' : `${path}/`, region, endpoint, pathStyle };
}

function isEndpoint(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return /^https?:$/.test(url?.protocol ?? '') && !url!.username && !url!.password && !url!.search && !url!.hash;
}

function authSecret(value: string): string {
  if (value.length >= 32) return value;
  throw new Error('must have at least 32 characters, such as the output of "openssl rand -hex 32"');
}

/** Has no trailing slash. Requires TLS except on this machine: otherwise a man in the middle could sign in as anybody. */
function oidcIssuer(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url && !/\s/.test(value) && !url.username && !url.password && !url.search && !url.hash;
  if (isPlain && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url.hostname))))
    return value.replace(/\/$/, '');
  throw new Error('must be an address like https://id.example, as the provider names its issuer');
}

function smtpUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) {
    throw new Error('must be smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS from the start');
  }
  return value;
}

function mailFrom(value: string): string {
  if (/^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(value)) return value;
  throw new Error('must be an address such as hello@links.example, or Links <hello@links.example>');
}

function trustProxy(value: string): Config['trustProxy'] {
  if (value === 'off' || value === '0') return false;
  if (/^[1-9]\d?$/.test(value)) return Number(value);
  const networks = value.split(',').map((part) => part.trim());
  if (networks.every(isNetwork)) return networks;
  throw new Error('must be "off", the number of proxies in front, or a list of their addresses and networks');
}

function isNetwork(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address, length, ...rest] = value.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address!)]!;
  if (bits === 0 || rest.length > 0) return false;
  return length === undefined || (/^[1-9]\d*$/.test(length) && Number(length) <= bits);
}
