/** The part of `oidc-provider` that the tests use; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  type Details = Readonly<{
    prompt: Readonly<{ name: string }>;
    params: Readonly<Record<string, unknown>>;
    session?: Readonly<{ accountId: string }>;
  }>;
  type Grant = Readonly<{ addOIDCScope: (scope: string) => void; save: () => Promise<string> }>;

  export class Provider {
    constructor(issuer: string, configuration: object);
    readonly Grant: new (
      of: Readonly<{ accountId: string; clientId: string }>,
    ) => Grant;
    callback(): RequestListener;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Details>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
    on(event: string, listener: (...args: readonly unknown[]) => void): void;
  }
}
