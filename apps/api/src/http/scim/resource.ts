import type { Application, SignedIn } from '@strongroom/application';
import type { Answer } from '@strongroom/http-kernel';

/** One call of a directory. */
export type ScimCall = Readonly<{
  app: Pick<Application, 'directory'>;
  ctx: SignedIn;
  query: URLSearchParams;
  /** Address of the protocol, without a slash at the end. */
  base: string;
}>;

/** The operations on one kind of resource (RFC 7644 section 3). */
export type ScimResource = Readonly<{
  list: (call: ScimCall) => Promise<Answer>;
  create: (call: ScimCall, body: unknown) => Promise<Answer>;
  get: (call: ScimCall, id: string) => Promise<Answer>;
  replace: (call: ScimCall, id: string, body: unknown) => Promise<Answer>;
  patch: (call: ScimCall, id: string, body: unknown) => Promise<Answer>;
  delete: (call: ScimCall, id: string) => Promise<Answer>;
}>;
