// The S3 client, with timeouts and a limited number of retries. It uses no features that only the newest servers
// support.
import type { S3Client } from '@aws-sdk/client-s3';

export interface Bucket {
  name: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  region: string;
  endpoint: string | undefined;
  pathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface Timeouts {
  connectMs: number;
  /** Until the response starts. */
  answerMs: number;
  /** Without traffic in either direction. */
  idleMs: number;
}

export const defaultTimeouts: Timeouts = { connectMs: 3000, answerMs: 15_000, idleMs: 30_000 };

export const MAX_ATTEMPTS = 3;
/** Each download uses a socket until its reader is done. MAX_IN_FLIGHT limits how many there are. */
const MAX_SOCKETS = 10_000;

/** Errors are thrown. Without this, the SDK would also print them. */
const silent = { debug() {}, info() {}, warn() {}, error() {} };

export async function connect(bucket: Bucket, { connectMs, answerMs, idleMs }: Timeouts) {
  const s3 = await import('@aws-sdk/client-s3');
  const { region, endpoint, pathStyle, accessKeyId, secretAccessKey } = bucket;
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const client: S3Client = new s3.S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: MAX_ATTEMPTS,
    logger: silent,
    // Older or third-party S3 servers do not support these checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: idleMs,
      logger: silent,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return { s3, client };
}

/** The HTTP status of the response; 599 if there was none. */
export function statusOf(error: unknown): number {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 599;
}
