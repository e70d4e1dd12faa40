// What all requests that write blocks and items have in common: the edit that they run in, the ETag of what they leave
// behind, and a creation that happens once however often it is sent.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { createOnce } from '../../../domain/idempotency.ts';
import { type EditRequest, editPage, type PageEdit, withEdit } from '../../../domain/page/page-edit.ts';
import type { Executor } from '../../../storage/tables.ts';
import type { Services } from '../../services.ts';
import { answerEtag, ifMatch, type Reading } from '../../wire/preconditions.ts';

export interface BlockRequests {
  /** `read` gives what the GET answers that the caller may have read. */
  change(
    request: FastifyRequest,
    reply: FastifyReply,
    read: Reading,
    work: (edit: PageEdit) => Promise<void>,
  ): Promise<void>;
  /** The same for what is not there afterwards. */
  remove(request: FastifyRequest, read: Reading, work: (edit: PageEdit) => Promise<void>): Promise<void>;
  /** `asked` is what must be the same where it is sent again. Returns what the creation is answered with. */
  create<Created extends { id: number }>(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: unknown,
    creation: Creation<Created>,
  ): Promise<Created>;
}

export interface Creation<Created> {
  /** Returns the id of what it created. */
  work(edit: PageEdit): Promise<number>;
  /** What the GET of it answers. */
  read(tx: Executor, id: number): Promise<object>;
  /** What else was given to it beside its id. */
  describe(tx: Executor, id: number): Promise<Created>;
}

export function blockRequests({ store, clock, actorOf, measure }: Services): BlockRequests {
  async function editOf(request: FastifyRequest, read?: Reading): Promise<EditRequest> {
    const { accountId, allowance } = request.caller;
    const precondition = read && ifMatch(request, read);
    return { accountId, actor: await actorOf(request), at: clock(), measure, allowance, precondition };
  }

  return {
    async change(request, reply, read, work) {
      const etag = await editPage(store, await editOf(request, read), async (edit) => {
        await work(edit);
        return answerEtag(await read(edit.tx));
      });
      reply.header('ETag', etag);
    },
    async remove(request, read, work) {
      await editPage(store, { ...(await editOf(request, read)), isDeletion: true }, work);
    },
    async create<Created extends { id: number }>(
      request: FastifyRequest,
      reply: FastifyReply,
      asked: unknown,
      { work, read, describe }: Creation<Created>,
    ) {
      const edit = await editOf(request);
      const key = request.headers['idempotency-key'] as string | undefined;
      const once = key === undefined ? undefined : { key, request: asked, at: edit.at };
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
 * A body whose rules depend on the type of its block. What it may hold is looked at once that is known; here stands
 * which fields there are, and in the document, all of the rules.
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
