// Required by Inversify.
import 'reflect-metadata';
import { upgradeStore } from '@strongroom/application';
import { Container } from 'inversify';
import type { Settings } from '../config/settings.ts';
import type { ServiceLog } from '../log.ts';
import { applicationModule } from './application-module.ts';
import { refuseUnfitFolder } from './data-folder.ts';
import { refuseEmptiedFolders } from './emptied-folders.ts';
import { httpModule } from './http-module.ts';
import { Listening } from './listening.ts';
import { closeToken, refuseNewToken } from './pkcs11.ts';
import { portsModule } from './ports-module.ts';
import { RunningService } from './running-service.ts';
import { TOKENS } from './tokens.ts';

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
  const [blobs, keys] = await Promise.all([container.getAsync(TOKENS.blobs), container.getAsync(TOKENS.keys)]);
  const documents = await container.getAsync(TOKENS.documents);
  const limiter = await container.getAsync(TOKENS.limiter).catch(async (error: unknown) => {
    await documents.close();
    throw error;
  });
  const [serviceServer, publicAddress, clock, ids] = await Promise.all([
    container.getAsync(TOKENS.serviceServer),
    container.getAsync(TOKENS.publicAddress),
    container.getAsync(TOKENS.clock),
    container.getAsync(TOKENS.ids),
  ]);
  const listening = new Listening({ server: serviceServer.server, publicAddress, log }, settings);
  try {
    await upgradeStore({ documents, clock, ids, log }, { begins: () => listening.begin('upgrading the store') });
    await refuseEmptiedFolders(settings, { documents, blobs });
    await refuseNewToken(documents, keys);
    const [application, server, metrics, ownerToken] = await Promise.all([
      container.getAsync(TOKENS.application),
      container.getAsync(TOKENS.server),
      container.getAsync(TOKENS.metrics),
      container.getAsync(TOKENS.ownerToken),
    ]);
    const service = new RunningService({
      application,
      server,
      listening,
      metrics,
      publicAddress,
      ownerToken,
      documents,
      keys,
      limiter,
      log,
    });
    await service.listen(settings);
    return service;
  } catch (error) {
    if (listening.isBegun) await serviceServer.server.stop();
    await limiter.close();
    await documents.close();
    closeToken(keys);
    throw error;
  }
}
