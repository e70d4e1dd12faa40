// The operations of sign-in that write: described alike, and answered with cookies.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { success } from '../../../../../contract/schemas/common.ts';
import type { SignInRequest } from '../../../../domain/sign-in/sign-in-request.ts';
import { setCookies, signInRequestOf } from '../../../auth/sign-in-request.ts';
import type { Services } from '../../../services.ts';

interface Operation<Body extends TSchema, Answer extends TSchema> {
  operationId: string;
  summary: string;
  description: string;
  body?: Body;
  answer: Answer;
  /** Nobody has to be signed in, if it is not given. */
  access?: 'session';
}

interface Asked<Body extends TSchema> {
  body: Static<Body>;
  from: SignInRequest;
  request: FastifyRequest;
}

type Answered<Answer extends TSchema> = { response: Static<Answer>; cookies?: readonly string[] };

/** Returns a function that adds a POST operation. */
export function signInOperations(app: FastifyInstance, services: Services) {
  return <Body extends TSchema, Answer extends TSchema>(
    path: string,
    { body, answer, access, ...about }: Operation<Body, Answer>,
    handle: (asked: Asked<Body>) => Promise<Answered<Answer>>,
  ): void => {
    app.post(
      path,
      {
        config: { access: access ?? 'public', writes: true },
        schema: { tags: ['Sign-in'], ...about, ...(body && { body }), response: { 200: success(answer) } },
      },
      async (request, reply) => {
        const from = await signInRequestOf(services, request);
        const { response, cookies = [] } = await handle({ body: request.body as Static<Body>, from, request });
        setCookies(reply, cookies);
        return { status: true as const, response };
      },
    );
  };
}

export const signedInAnswer = { signed_in: true } as const;
