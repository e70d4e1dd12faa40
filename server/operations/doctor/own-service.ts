// Checks whether a Fingerpost that answers at an address belongs to this installation.
import type { Config } from '../../config.ts';
import { type Dialect, NoDatabase } from '../../storage/dialects/dialect.ts';
import { openDialect } from '../../storage/dialects/open.ts';
import { CHALLENGE_HEADER, type Challenge, createChallenge, PROOF_HEADER } from '../../storage/installation-proof.ts';

/** The challenge for the service, or why there is none: no database, or it is not reachable. */
export type Ownership = Challenge | 'no database' | 'unknown';

export async function readOwnership({ databaseUrl }: Config): Promise<Ownership> {
  let dialect: Dialect | undefined;
  try {
    dialect = openDialect(databaseUrl, { mayCreate: false, isReadOnly: true });
    return await createChallenge(dialect);
  } catch (error) {
    return error instanceof NoDatabase ? 'no database' : 'unknown';
  } finally {
    await dialect?.close();
  }
}

export type Answerer = 'this service' | 'another installation' | 'some Fingerpost';

/** Requests the proof. Call it only if a Fingerpost answers there. */
export async function whoAnswers(url: string, ownership: Ownership, timeoutMs: number): Promise<Answerer> {
  if (ownership === 'no database') return 'another installation';
  if (ownership === 'unknown') return 'some Fingerpost';
  const { challenge, proof } = ownership;
  const response = await fetch(url, {
    headers: { [CHALLENGE_HEADER]: challenge },
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  });
  await response.arrayBuffer();
  return response.headers.get(PROOF_HEADER) === proof ? 'this service' : 'another installation';
}
