// The parts that tests use; the package has no types.
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    oidc: { client: { clientId: string }; session: { accountId: string } };
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    Grant: new (of: {
      clientId: string;
      accountId: string;
    }) => Grant;
    callback(): RequestListener;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }

  export type { Context, Grant };
}
