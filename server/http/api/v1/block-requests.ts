// Shared by all requests that write blocks and items: the edit that they run in.
import type { FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { type EditRequest, editPage, type PageEdit } from '../../../domain/page/page-edit.ts';
import type { Services } from '../../services.ts';
import { recordStore } from '../record-writes.ts';

export interface BlockRequests {
  change(request: FastifyRequest, work: (edit: PageEdit) => Promise<void>): Promise<void>;
  /** The same for deletions. */
  remove(request: FastifyRequest, work: (edit: PageEdit) => Promise<void>): Promise<void>;
  /** `payload` must be the same when an idempotency key is reused. Returns the content of the response. */
  create<Created extends { id: number }>(
    request: FastifyRequest,
    payload: unknown,
    work: (edit: PageEdit) => Promise<Created>,
  ): Promise<Created>;
}

export function blockRequests({ store, clock, actorOf, measure }: Services): BlockRequests {
  async function editOf(request: FastifyRequest): Promise<EditRequest> {
    const { accountId, quotas } = request.caller;
    return { accountId, actor: await actorOf(request), at: clock(), measure, quotas };
  }

  return {
    change: async (request, work) => editPage(recordStore(store, request), await editOf(request), work),
    async remove(request, work) {
      await editPage(recordStore(store, request), { ...(await editOf(request)), isDeletion: true }, work);
    },
    async create(request, payload, work) {
      const edit = await editOf(request);
      return editPage(recordStore(store, request, { payload, at: edit.at }), edit, work);
    },
  };
}

/**
 * A body whose rules depend on the type of its block. The route's schema only lists the fields, and the handler
 * validates them; the OpenAPI document has all rules.
 */
export function typedBody(documented: TSchema) {
  const fields = new Set(
    (documented as { anyOf?: { properties: object }[] }).anyOf!.flatMap(({ properties }) => Object.keys(properties)),
  );
  const body = Type.Object(Object.fromEntries([...fields].map((name) => [name, Type.Optional(Type.Unknown())])));
  const swaggerTransform = ({ schema, url }: { schema: object; url: string }) => ({
    schema: { ...schema, body: documented },
    url,
  });
  return { body, swaggerTransform };
}
