// Shared by all requests that write blocks and items: the edit they run in, the new ETag, and idempotent creation.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { createOnce } from '../../../domain/idempotency.ts';
import { type EditRequest, editPage, type PageEdit, withEdit } from '../../../domain/page/page-edit.ts';
import type { Executor } from '../../../storage/tables.ts';
import type { Services } from '../../services.ts';
import { answerEtag, ifMatch, type Reading } from '../../wire/preconditions.ts';

export interface BlockRequests {
  /** `read` returns the response of the GET whose ETag `If-Match` takes. */
  change(
    request: FastifyRequest,
    reply: FastifyReply,
    read: Reading,
    work: (edit: PageEdit) => Promise<void>,
  ): Promise<void>;
  /** The same for deletions. */
  remove(request: FastifyRequest, read: Reading, work: (edit: PageEdit) => Promise<void>): Promise<void>;
  /** For what does not exist before, and so has no ETag for `If-Match`. */
  restore(
    request: FastifyRequest,
    reply: FastifyReply,
    read: Reading,
    work: (edit: PageEdit) => Promise<void>,
  ): Promise<void>;
  /** `payload` must be the same when an idempotency key is reused. Returns the content of the response. */
  create<Created extends { id: number }>(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    creation: Creation<Created>,
  ): Promise<Created>;
}

export interface Creation<Created> {
  /** Returns the id of the new record. */
  work(edit: PageEdit): Promise<number>;
  /** The response of its GET. */
  read(tx: Executor, id: number): Promise<object>;
  /** The id, and the other values that the server assigned. */
  describe(tx: Executor, id: number): Promise<Created>;
}

export function blockRequests({ store, clock, actorOf, measure }: Services): BlockRequests {
  async function editOf(request: FastifyRequest, read?: Reading): Promise<EditRequest> {
    const { accountId, allowance } = request.caller;
    const precondition = read && ifMatch(request, read);
    return { accountId, actor: await actorOf(request), at: clock(), measure, allowance, precondition };
  }

  async function run(reply: FastifyReply, edit: EditRequest, read: Reading, work: (edit: PageEdit) => Promise<void>) {
    const etag = await editPage(store, edit, async (opened) => {
      await work(opened);
      return answerEtag(await read(opened.tx));
    });
    reply.header('ETag', etag);
  }

  return {
    change: async (request, reply, read, work) => run(reply, await editOf(request, read), read, work),
    restore: async (request, reply, read, work) => run(reply, await editOf(request), read, work),
    async remove(request, read, work) {
      await editPage(store, { ...(await editOf(request, read)), isDeletion: true }, work);
    },
    async create<Created extends { id: number }>(
      request: FastifyRequest,
      reply: FastifyReply,
      payload: unknown,
      { work, read, describe }: Creation<Created>,
    ) {
      const edit = await editOf(request);
      const key = request.headers['idempotency-key'] as string | undefined;
      const once = key === undefined ? undefined : { key, request: payload, at: edit.at };
      let etag: string | undefined;
      const { answer, replayed } = await withEdit(store, edit, (run) =>
        createOnce(store, edit.accountId, once, (tx) =>
          run(tx, async (opened) => {
            const id = await work(opened);
            etag = answerEtag(await read(tx, id));
            return describe(tx, id);
          }),
        ),
      );
      if (replayed) reply.header('Idempotency-Replayed', 'true');
      else reply.header('ETag', etag);
      return answer;
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
