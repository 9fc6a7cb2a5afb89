// Required by Inversify.
import 'reflect-metadata';
import type { ServiceLog } from '@strongroom/adapter-local';
import { checkpointWarning, isModuleReference, storePlaceOf } from '@strongroom/settings';
import { Container } from 'inversify';
import type { Settings } from '../config/settings.ts';
import { OpenAdapters } from './adapters/open-adapters.ts';
import { refuseNewToken } from './adapters/pkcs11.ts';
import { applicationModule } from './application-module.ts';
import { refuseWrongClock } from './clock.ts';
import { refuseUnfitFolder } from './data-folder.ts';
import { refuseEmptiedFolders } from './emptied-folders.ts';
import { httpModule } from './http-module.ts';
import { Listening } from './listening.ts';
import { portsModule } from './ports-module.ts';
import { RunningService } from './running-service.ts';
import { TOKENS } from './tokens.ts';
import { watchService } from './watched.ts';

/**
 * Builds the service from the settings, opens its stores and listens. Rejects if the store does not fit the settings, a
 * dependency is down or the address is taken, and then leaves nothing open.
 */
export async function openService(settings: Settings, log: ServiceLog): Promise<RunningService> {
  // Generates no code from strings, so that Node can run with --disallow-code-generation-from-strings.
  const container = new Container({ jitless: true });
  container.bind(TOKENS.settings).toConstantValue(settings);
  container.bind(TOKENS.log).toConstantValue(log);
  container.load(portsModule, applicationModule, httpModule);
  await refuseUnfitFolder(settings);
  const adapters = new OpenAdapters();
  let listening: Listening | undefined;
  try {
    const [blobs, keys] = await Promise.all([
      adapters.add(container.getAsync(TOKENS.blobs)),
      adapters.add(container.getAsync(TOKENS.keys)),
    ]);
    const documents = await adapters.add(container.getAsync(TOKENS.documents));
    await adapters.add(container.getAsync(TOKENS.limiter));
    const requestLimiter = await container.getAsync(TOKENS.requestLimiter);
    await adapters.add(container.getAsync(TOKENS.mailer));
    await refuseWrongClock(documents, container.get(TOKENS.clock));
    const [serviceServer, publicAddress] = await Promise.all([
      container.getAsync(TOKENS.serviceServer),
      container.getAsync(TOKENS.publicAddress),
    ]);
    const listens = new Listening({ server: serviceServer.server, publicAddress, log }, settings);
    listening = listens;
    await documents.begin({
      upgrades: upgradesAtStart(settings),
      begins: () => listens.begin('upgrading the store'),
    });
    await refuseEmptiedFolders(settings, { documents, blobs });
    await refuseNewToken(documents, keys);
    const application = await container.getAsync(TOKENS.application);
    await documents.enter();
    // INVARIANT: a log that may not be continued is recognised before the first request is served.
    await application.checkpointer?.begin();
    await application.worker.lookAtClock();
    await application.erasures.apply();
    const [server, metrics, ownerToken] = await Promise.all([
      container.getAsync(TOKENS.server),
      container.getAsync(TOKENS.metrics),
      container.getAsync(TOKENS.ownerToken),
    ]);
    if (metrics !== undefined)
      watchService(metrics, {
        application,
        settings,
        outside: container.get(TOKENS.outside),
        checks: {
          documents: () => documents.check(),
          blobs: () => blobs.check(),
          keys: () => keys.check(),
          limits: () => requestLimiter.check(),
        },
        writes: () => documents.tryWrite(),
        hasClock: documents.now !== undefined,
      });
    const parts = {
      application,
      server,
      listening,
      metrics,
      publicAddress,
      ownerToken,
      adapters,
      log,
      warnings: warningsOf(settings),
    };
    const service = new RunningService(parts);
    await service.listen(settings);
    return service;
  } catch (error) {
    await listening?.end();
    await adapters.close();
    throw error;
  }
}

function warningsOf(settings: Settings): readonly string[] {
  const warning = storePlaceOf('documents', settings.documents) === 'process' ? undefined : checkpointWarning(settings);
  return warning === undefined ? [] : [warning];
}

/** A database that several machines share is upgraded by a command. There is no command for an adapter from outside. */
const upgradesAtStart = ({ documents }: Pick<Settings, 'documents'>): boolean =>
  storePlaceOf('documents', documents) !== 'elsewhere' || isModuleReference(documents);
