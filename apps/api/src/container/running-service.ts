import type { Application } from '@strongroom/application';
import type { HttpServer } from '@strongroom/http-kernel';
import type { Log } from '@strongroom/ports';
import type { Metrics } from '../base/metrics.ts';
import type { Settings } from '../config/settings.ts';
import type { OpenAdapters } from './adapters/open-adapters.ts';
import type { Listening } from './listening.ts';
import type { OwnerToken } from './owner-token.ts';
import type { PublicAddress } from './public-address.ts';

type Parts = Readonly<{
  application: Pick<Application, 'worker' | 'checkpointer'>;
  server: HttpServer;
  listening: Listening;
  metrics: Metrics | undefined;
  publicAddress: PublicAddress;
  ownerToken: OwnerToken;
  adapters: OpenAdapters;
  log: Log;
  /** Sentences about the settings, logged after the address. */
  warnings: readonly string[];
}>;

/** A running service: listens, runs its jobs, and stops in order. */
export class RunningService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get url(): string {
    return this.#parts.publicAddress.own;
  }

  /** The first owner's token and its file, if this process generated it. */
  get madeToken(): Readonly<{ token: string; file: string }> | undefined {
    const { made, file } = this.#parts.ownerToken;
    return made === undefined ? undefined : { token: made, file };
  }

  /** Rejects if an address is taken or not of this machine. */
  async listen({
    metricsHost,
    metricsPort,
    readOnly,
  }: Pick<Settings, 'metricsHost' | 'metricsPort' | 'readOnly'>): Promise<void> {
    const { server, listening, metrics, application, log } = this.#parts;
    await listening.begin('listening');
    if (metrics !== undefined && metricsPort !== undefined) {
      const found = await metrics.server.listen(metricsHost, metricsPort).catch(async (error: unknown) => {
        await server.stop();
        throw error;
      });
      log.info('metrics', { port: found });
    }
    for (const warning of this.#parts.warnings) log.warn(warning);
    if (readOnly === 'on') {
      log.warn('the service is read-only: STRONGROOM_READ_ONLY=on');
      return;
    }
    application.checkpointer?.start();
    application.worker.start();
  }

  /** Says that it is not ready, and still serves everything, for a time in milliseconds. */
  drain(milliseconds: number): Promise<void> {
    return this.#parts.server.drain(milliseconds);
  }

  /** Refuses new connections, finishes requests and the running job, then closes their dependencies. */
  async stop(): Promise<void> {
    const { server, metrics, application, adapters, log } = this.#parts;
    await Promise.all([server.stop(), application.worker.stop(), application.checkpointer?.stop()]);
    await metrics?.server.stop();
    await adapters.close();
    log.info('stopped');
  }
}
