// For whoever watches the process: is it running, and can it do its work?
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../contract/errors.ts';
import type { Services } from '../services.ts';

export async function healthRoutes(app: FastifyInstance, { store }: Services): Promise<void> {
  app.get('/health', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/ready', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    try {
      await store.ping();
    } catch (error) {
      throw new Refusal('unavailable', 'The store does not answer.', { cause: error });
    }
    return { status: 'ready' };
  });
}
