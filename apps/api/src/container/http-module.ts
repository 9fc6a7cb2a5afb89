import type { BlobGateway, BlobStore } from '@strongroom/ports';
import { storePlaceOf } from '@strongroom/settings';
import { ContainerModule } from 'inversify';
import { createMetrics } from '../base/metrics.ts';
import type { Settings } from '../config/settings.ts';
import { routesWith } from '../http/routes.ts';
import { openServer } from '../http/service.ts';
import { ServiceServer } from '../http/service-server.ts';
import { notingFull } from './outside-alarms.ts';
import { openSignIn } from './sign-in.ts';
import { TOKENS } from './tokens.ts';

/** Milliseconds: with the time of a connection, an answer within five seconds. */
const DEADLINE_MS = 4700;

const asksOthers = (settings: Settings): boolean =>
  (['documents', 'limits', 'blobs', 'keys'] as const).some(
    (kind) => storePlaceOf(kind, settings[kind]) === 'elsewhere',
  );

/** The HTTP server of the service. */
export const httpModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.metrics)
    .toResolvedValue(({ metricsPort }) => (metricsPort === undefined ? undefined : createMetrics()), [TOKENS.settings])
    .inSingletonScope();
  bind(TOKENS.serviceServer)
    .toResolvedValue(
      (settings, limiter, clock, ids, log, metrics) =>
        new ServiceServer({ settings, limiter, clock, ids, log, observer: metrics }),
      [TOKENS.settings, TOKENS.requestLimiter, TOKENS.clock, TOKENS.ids, TOKENS.log, TOKENS.metrics],
    )
    .inSingletonScope();
  bind(TOKENS.server)
    .toResolvedValue(
      async (...given) => {
        const [
          server,
          application,
          documents,
          blobs,
          keys,
          limiter,
          requestLimiter,
          ids,
          log,
          settings,
          grants,
          publicAddress,
          secrets,
          clock,
          outside,
        ] = given;
        openServer(server, {
          app: application,
          authenticator: application.sessions,
          routes: routesWith(settings.labelRules.scheme),
          ids,
          log,
          grants,
          keyServiceOrigin: settings.keyServiceUrl && new URL(settings.keyServiceUrl).origin,
          publicOrigin: () => new URL(publicAddress.url).origin,
          gateway: isGateway(blobs) ? notingFull(blobs, outside) : undefined,
          downloadOrigin: blobs.downloadOrigin,
          keptAfterDeletion: () => blobs.keptAfterDeletion,
          deadlineMs: asksOthers(settings) ? DEADLINE_MS : undefined,
          unsubscribe: { app: application },
          scim: { app: application },
          signIn: await openSignIn(settings, {
            app: application,
            secrets,
            clock,
            limiter,
            log,
            publicOrigin: () => new URL(publicAddress.url).origin,
            outside,
          }),
          outside,
          checks: {
            documents: () => documents.check(),
            blobs: () => blobs.check(),
            keys: () => keys.check(),
            limits: () => requestLimiter.check(),
            // Jobs send mail and retry, so no request waits for it.
          },
          writes: { documents: () => documents.tryWrite() },
          isReadOnly: settings.readOnly === 'on',
          audit: application.checkpointer,
          erasures: application.erasures,
        });
        return server.server;
      },
      [
        TOKENS.serviceServer,
        TOKENS.application,
        TOKENS.documents,
        TOKENS.blobs,
        TOKENS.keys,
        TOKENS.limiter,
        TOKENS.requestLimiter,
        TOKENS.ids,
        TOKENS.log,
        TOKENS.settings,
        TOKENS.grants,
        TOKENS.publicAddress,
        TOKENS.secrets,
        TOKENS.clock,
        TOKENS.outside,
      ],
    )
    .inSingletonScope();
});

/** Cloud stores serve their own addresses. */
const isGateway = (store: BlobStore & Partial<BlobGateway>): store is BlobStore & BlobGateway =>
  store.put !== undefined && store.get !== undefined && store.head !== undefined;
