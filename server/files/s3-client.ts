// How a bucket is spoken to: with bounds on time and attempts, and nothing that only the newest servers know.
import type { S3Client } from '@aws-sdk/client-s3';

export interface Bucket {
  name: string;
  /** Empty, or with a slash at its end. */
  prefix: string;
  region: string;
  endpoint: string | undefined;
  pathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface Patience {
  connectMs: number;
  /** Until the answer begins. */
  answerMs: number;
  /** Without a byte either way. */
  idleMs: number;
}

export const usualPatience: Patience = { connectMs: 3000, answerMs: 15_000, idleMs: 30_000 };

export const MAX_ATTEMPTS = 3;
/** Each download has one of its own as long as its reader takes; how many there are is bounded by MAX_IN_FLIGHT. */
const MAX_SOCKETS = 10_000;

/** What goes wrong is told by the error; the SDK would write to the terminal as well. */
const silent = { debug() {}, info() {}, warn() {}, error() {} };

export async function connect(bucket: Bucket, { connectMs, answerMs, idleMs }: Patience) {
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
    // Servers that are older than these checksums, or write their own S3, do not know them.
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

/** What the bucket answered; 599 where it did not answer at all. */
export function statusOf(error: unknown): number {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 599;
}
