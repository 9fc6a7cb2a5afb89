import type { Application } from '@strongroom/application';
import type { DocumentStore, Log, RateLimiter } from '@strongroom/ports';
import type { Settings } from '../config/settings.ts';
import type { HttpServer } from '../http/wire/server.ts';
import type { Metrics } from '../metrics.ts';
import type { Listening } from './listening.ts';
import type { OwnerToken } from './owner-token.ts';
import type { PublicAddress } from './public-address.ts';

type Parts = Readonly<{
  application: Pick<Application, 'worker'>;
  server: HttpServer;
  listening: Listening;
  metrics: Metrics | undefined;
  publicAddress: PublicAddress;
  ownerToken: OwnerToken;
  documents: DocumentStore;
  limiter: RateLimiter;
  log: Log;
}>;

/** A service that was put together: listens, works off its jobs, and stops in order. */
export class RunningService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get url(): string {
    return this.#parts.publicAddress.own;
  }

  /** The first owner's token, where this process made it, and its file. */
  get madeToken(): Readonly<{ token: string; file: string }> | undefined {
    const { made, file } = this.#parts.ownerToken;
    return made === undefined ? undefined : { token: made, file };
  }

  /** Rejects when an address is taken or not of this machine. */
  async listen({ metricsHost, metricsPort }: Pick<Settings, 'metricsHost' | 'metricsPort'>): Promise<void> {
    const { server, listening, metrics, application, log } = this.#parts;
    await listening.begin('listening');
    if (metrics !== undefined && metricsPort !== undefined) {
      const found = await metrics.server.listen(metricsHost, metricsPort).catch(async (error: unknown) => {
        await server.stop();
        throw error;
      });
      log.info('metrics', { port: found });
    }
    application.worker.start();
  }

  /** No new connections, requests and the job under way finish, then what they stand on is closed. */
  async stop(): Promise<void> {
    const { server, metrics, application, documents, limiter, log } = this.#parts;
    await Promise.all([server.stop(), application.worker.stop()]);
    await metrics?.server.stop();
    await limiter.close();
    await documents.close();
    log.info('stopped');
  }
}
