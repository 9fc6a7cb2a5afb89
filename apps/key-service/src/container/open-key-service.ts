import { systemClock, systemIds } from '@strongroom/adapter-local';
import { dependencies } from '@strongroom/http-kernel';
import type { KeyUnwrapper, Log } from '@strongroom/ports';
import type { Settings } from '../config/settings.ts';
import { BUILD } from '../config/version.ts';
import { Gate } from '../http/gate.ts';
import { routesOf } from '../http/routes.ts';
import { keyServer } from '../http/server.ts';
import { RefusedGrants } from '../release/refused-grants.ts';
import { RoomLabels } from '../release/room-labels.ts';
import { RoomServiceTrust } from '../release/trust.ts';
import { fetchFrom } from './fetch-keys.ts';
import { createKeyMetrics, type KeyMetrics } from './metrics.ts';
import { openPeople, type PeopleParts } from './people.ts';
import { type KeyServiceStore, openStore } from './store.ts';
import { openUnwrapper } from './unwrapper.ts';

/** Milliseconds between two checks of a process that is not ready. */
const NOT_READY_PAUSE = 1000;
const TRUST_PAUSE = 60_000;
const FLUSH_PAUSE = 60_000;

/** A running key service. */
export type KeyService = Readonly<{
  port: number;
  drain: (milliseconds: number) => Promise<void>;
  stop: () => Promise<void>;
}>;

/** Opens store and unwrapper and listens. It serves no key before it has the keys of the room service. */
export async function openKeyService(settings: Settings, log: Log): Promise<KeyService> {
  const store = await openStore(settings, log);
  const metrics = settings.metricsPort === undefined ? undefined : createKeyMetrics();
  let unwrapper: KeyUnwrapper | undefined;
  try {
    unwrapper = await openUnwrapper(settings);
    return await serve({ settings, log, metrics }, store, metrics?.timed('keys', unwrapper) ?? unwrapper);
  } catch (error) {
    await unwrapper?.close();
    await store.close();
    throw error;
  }
}

type KeyServiceInputs = Readonly<{ settings: Settings; log: Log; metrics: KeyMetrics | undefined }>;

async function serve(
  { settings, log, metrics }: KeyServiceInputs,
  store: KeyServiceStore,
  unwrapper: KeyUnwrapper,
): Promise<KeyService> {
  const { documents, record, rates, signingKey, checkpointer, limiter } = store;
  const { url, roomService } = settings;
  const people = await openPeople(settings, store, log);
  const trust = new RoomServiceTrust({
    documents,
    clock: systemClock,
    log,
    fetchKeys: fetchFrom(settings.roomKeys),
    areOthersTrusted: settings.areOtherKeysTrusted,
    record: (data) => record.note('key.trust_changed', data),
  });
  const refused = new RefusedGrants({ log, clock: systemClock, onRefused: metrics?.grantRefused });
  const stores = dependencies({
    keys: () => unwrapper.check(),
    documents: () => documents.check(),
    limits: () => limiter.check(),
  });
  const isReady = async (): Promise<boolean> =>
    checkpointer.fault === undefined && trust.isReady && people.proofs.isReady() && (await stores()).areAvailable;
  const server = keyServer({
    routes: routesOf({
      release: {
        mode: settings.mode,
        url,
        roomService,
        scheme: settings.scheme,
        linkLabel: settings.linkLabel,
        conditions: settings.conditions,
        key: signingKey,
        clock: systemClock,
        log,
        trust,
        labels: new RoomLabels(documents, unwrapper.scope),
        rates,
        record,
        refused,
        unwrapper,
        proofs: people.proofs,
      },
      devices: people.devices,
      people: people.signIns,
      version: BUILD,
      mode: settings.mode,
      publicKey: signingKey.publicKey,
      thumbprint: signingKey.thumbprint,
      isReady,
      note: metrics?.note,
      isDraining: () => server.isDraining,
      recordFault: () => checkpointer.fault?.code,
    }),
    gate: new Gate(url, settings.origins),
    url,
    trustedProxies: settings.trustedProxies,
    observer: metrics?.observer,
    chargeAddress: (address) => rates.chargeAddress(address),
    log,
    ids: systemIds,
  });
  metrics?.watch({ isReady, stores, trust, checkpointer });
  const { port } = await server.listen(settings.host, settings.port);
  await listenForMetrics(metrics, settings, log).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  log.info('listening', {
    url,
    port,
    proof: settings.mode,
    key: signingKey.thumbprint,
    version: BUILD,
  });
  checkpointer.start();
  const ending = new AbortController();
  const asking = keepAsking({ trust, people }, ending.signal, log);
  const flushing = setInterval(() => {
    refused.flush();
    void Promise.all([record.flush(), people.sweep()]);
  }, FLUSH_PAUSE);
  return {
    port,
    drain: (milliseconds) => server.drain(milliseconds),
    stop: async () => {
      ending.abort();
      clearInterval(flushing);
      await server.stop();
      await metrics?.server.stop();
      await asking;
      refused.flush();
      await record.flush();
      await checkpointer.stop();
      await unwrapper.close();
      await store.close();
      log.info('stopped');
    },
  };
}

async function listenForMetrics(
  metrics: KeyMetrics | undefined,
  { metricsHost, metricsPort }: Pick<Settings, 'metricsHost' | 'metricsPort'>,
  log: Log,
): Promise<void> {
  if (metrics === undefined || metricsPort === undefined) return;
  log.info('metrics', { port: await metrics.server.listen(metricsHost, metricsPort) });
}

type Dependencies = Readonly<{ trust: RoomServiceTrust; people: Pick<PeopleParts, 'proofs' | 'ask'> }>;

/**
 * Asks for the keys of the room service and for the identity provider: every second until they are there. The keys are asked
 * for now and then afterwards.
 */
async function keepAsking({ trust, people }: Dependencies, ending: AbortSignal, log: Log): Promise<void> {
  let wasReady = false;
  while (!ending.aborted) {
    if (trust.isReady) await trust.keysFor(undefined);
    else await trust.refresh();
    if (!people.proofs.isReady()) await people.ask();
    const isReady = trust.isReady && people.proofs.isReady();
    if (isReady !== wasReady) {
      wasReady = isReady;
      if (wasReady) log.info('ready');
      else
        log.error('alarm: the keys of the room service are too old, nothing is released', { alarm: 'room_keys_old' });
    }
    const milliseconds = wasReady ? TRUST_PAUSE : NOT_READY_PAUSE;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      const stop = () => {
        clearTimeout(timer);
        resolve();
      };
      if (ending.aborted) stop();
      ending.addEventListener('abort', stop, { once: true });
    });
  }
}
