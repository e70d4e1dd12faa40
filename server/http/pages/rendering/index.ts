// Renders pages. A large page is read, rendered and compressed in a thread with low priority, one at a time: in the
// event loop, the pages of other accounts would wait for every piece of it, and for the garbage collector.
import { ApiError } from '../../../../contract/errors.ts';
import { hasMoreItems } from '../../../storage/page/blocks.ts';
import type { Store } from '../../../storage/store.ts';
import { programAt } from '../../../system/paths.ts';
import { createWorker, WorkerError } from '../../../workers/worker.ts';
import { createBodies, type PageBody } from '../page-body.ts';
import { type RenderedBodies, type RenderingRequest, renderBodies } from './rendering.ts';

/** A page with more items is large. This many take about 20 ms, in several turns of the event loop. */
const MAX_ITEMS_HERE = 1000;
const MAX_RENDERING_MS = 30_000;
const MAX_MEGABYTES = 256;
/** The thread is slow to start, and takes many megabytes while idle. */
const IDLE_MS = 30_000;

export interface Renderer {
  /** Undefined if the account does not exist. */
  render(request: RenderingRequest): Promise<RenderedBodies | undefined>;
  close(): Promise<void>;
}

export function createRenderer({ read }: Pick<Store, 'read'>, databaseUrl: string): Renderer {
  const bodyOf = createBodies();
  const thread = createWorker<RenderingRequest, RenderedBodies | undefined>({
    kind: 'thread',
    program: programAt('http/pages/rendering/thread'),
    taskMs: MAX_RENDERING_MS,
    idleMs: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
    data: databaseUrl,
  });

  async function renderInThread(request: RenderingRequest): Promise<RenderedBodies | undefined> {
    try {
      const bodies = await thread.run(request);
      if (!bodies) return undefined;
      const { plain, withPixels } = bodies;
      return { ...bodies, plain: received(plain), withPixels: withPixels && received(withPixels) };
    } catch (error) {
      // The thread cannot read the store. If this one cannot either, its error tells the cache.
      if (error instanceof ApiError) return renderHere(request);
      if (error instanceof WorkerError && error.fault !== 'failed') {
        throw new ApiError('unavailable', undefined, { cause: error });
      }
      throw error;
    }
  }

  function renderHere(request: RenderingRequest): Promise<RenderedBodies | undefined> {
    return renderBodies(read, bodyOf, request);
  }

  return {
    async render(request) {
      const isLarge = await hasMoreItems(read, request.accountId, MAX_ITEMS_HERE);
      return isLarge ? renderInThread(request) : renderHere(request);
    },
    close: thread.close,
  };
}

/** A Buffer arrives from a thread as a Uint8Array, and the shared start as a copy that no other page shares. */
function received(body: PageBody): PageBody {
  const { shared, rest } = body;
  return { ...body, shared: shared && { ...shared, pages: 1 }, rest: typeof rest === 'string' ? rest : bufferOf(rest) };
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
