// Liveness (`/health`) and readiness (`/ready`) checks.
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../../contract/errors.ts';
import { answerChallenge, CHALLENGE_HEADER, PROOF_HEADER } from '../../storage/installation-proof.ts';
import type { Services } from '../services.ts';

/** So that `fingerpost doctor` sees where a proxy leads. */
const SITE_HEADER = 'Fingerpost-Site';

export async function healthRoutes(app: FastifyInstance, { site, store, startup, disks }: Services): Promise<void> {
  app.get('/health', async (_request, reply) => {
    reply.headers({ 'Cache-Control': 'no-store', [SITE_HEADER]: site });
    return { status: 'ok' };
  });

  app.get('/ready', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    try {
      await store.ping();
      const proof = await answerChallenge(store.dialect, request.headers[CHALLENGE_HEADER]);
      if (proof !== undefined) reply.header(PROOF_HEADER, proof);
    } catch (error) {
      throw new ApiError('unavailable', 'The database does not respond.', { cause: error });
    }
    if (!startup.isComplete) throw new ApiError('unavailable', 'The service is starting.');
    // Only reported: on a full disk, pages and links still work, and a load balancer must not take all nodes away.
    const writable = (await disks.read()).every(({ isWritable }) => isWritable);
    return { status: 'ready', writable };
  });
}
