import type { DependencyChecks, HttpServer } from '@strongroom/http-kernel';
import type { BlobGateway, GrantSigner } from '@strongroom/ports';
import { mountScim, type ScimParts } from './scim/mount-scim.ts';
import type { Authenticator } from './serve/authenticator.ts';
import type { AnswerCheck } from './serve/check-answer.ts';
import { expressApp } from './serve/express-app.ts';
import { mount } from './serve/mount.ts';
import type { Route } from './serve/route.ts';
import { type ServerParts, ServiceServer } from './service-server.ts';
import { blobPath } from './system-routes/blobs.ts';
import { docsPaths } from './system-routes/docs.ts';
import { type AuditState, healthPaths } from './system-routes/health.ts';
import { keySetPath } from './system-routes/key-set.ts';
import { mountLinkPages } from './system-routes/link-page.ts';
import { manyBlobsPath } from './system-routes/many-blobs.ts';
import { signInPaths } from './system-routes/sign-in.ts';
import type { SignInParts } from './system-routes/sign-in-flow.ts';
import { mountSystemRoutes } from './system-routes/system-route.ts';
import { type UnsubscribeParts, unsubscribePath } from './system-routes/unsubscribe.ts';
import { webPaths } from './system-routes/web.ts';

export type ServiceParts<App> = Pick<ServerParts, 'ids' | 'log'> &
  Readonly<{
    app: App;
    routes: readonly Route<App>[];
    authenticator: Authenticator;
    /** For a blob store without a server of its own. */
    gateway: BlobGateway | undefined;
    /** Origin of download addresses if not this service. */
    downloadOrigin?: string | undefined;
    /** Origin of the key service, which pages of the web application call. */
    keyServiceOrigin?: string | undefined;
    /** Signs key grants; undefined without a key service. */
    grants?: Pick<GrantSigner, 'published'> | undefined;
    /** Sign-in by an identity provider; undefined without one. */
    signIn?: SignInParts | undefined;
    /** Switches off mails with news, by the token of a mail. */
    unsubscribe?: UnsubscribeParts | undefined;
    /** Users and groups of a directory, over SCIM. */
    scim?: ScimParts | undefined;
    checks: DependencyChecks;
    /** Tries a write at a dependency; at most every ten seconds. */
    writes?: DependencyChecks;
    /** Whether the operator has set the service to read-only. */
    isReadOnly?: boolean;
    /** People whom a restored store has although they were erased. */
    erasures?: Readonly<{ isPending: boolean }> | undefined;
    /** The signing of the audit log. */
    audit?: AuditState | undefined;
    /** External parties that do not serve, each with a code. */
    outside?: Readonly<{ raised: ReadonlyMap<string, string> }> | undefined;
    /** Maximum time of an answer in milliseconds, if it depends on other servers. */
    deadlineMs?: number | undefined;
    /** Origin of the public address. */
    publicOrigin?: (() => string) | undefined;
    /** Seconds for which a deleted object can be restored. */
    keptAfterDeletion?: () => number;
    check?: AnswerCheck;
  }>;

/** The HTTP layer of the whole service, ready to listen. */
export function httpService<App>(parts: ServiceParts<App> & ServerParts): HttpServer {
  const server = new ServiceServer(parts);
  openServer(server, parts);
  return server.server;
}

/** Opens the server to the service. */
export function openServer<App>(server: ServiceServer, parts: ServiceParts<App>): void {
  const kernel = { ...parts, ...server.kernel };
  const systemRoutes = [
    ...healthPaths(parts.checks, { ...parts, isDraining: () => server.server.isDraining }),
    ...docsPaths(),
    ...(parts.grants ? [keySetPath(() => parts.grants?.published ?? [])] : []),
    ...(parts.signIn ? signInPaths(parts.signIn) : []),
    ...(parts.unsubscribe ? [unsubscribePath(parts.unsubscribe)] : []),
    ...webPaths({ objects: parts.downloadOrigin, keys: parts.keyServiceOrigin }),
  ];
  server.open(
    expressApp(kernel, (express) => {
      // First: Express looks through its table in this order, and most requests of a transfer are for objects.
      if (parts.gateway) {
        const routes = [blobPath(parts.gateway), manyBlobsPath(parts.gateway, kernel.refusals)];
        mountSystemRoutes(express, routes, kernel);
      }
      mountLinkPages(express, kernel);
      mount(express, parts.routes, kernel);
      if (parts.scim) mountScim(express, parts.scim, kernel);
      mountSystemRoutes(express, systemRoutes, kernel);
    }),
  );
}
