import type { ServiceLog } from '@strongroom/adapter-local';
import type { HttpServer } from '@strongroom/http-kernel';
import { BUILD } from '../base/version.ts';
import type { Settings } from '../config/settings.ts';
import type { PublicAddress } from './public-address.ts';

type Parts = Readonly<{ server: HttpServer; publicAddress: PublicAddress; log: ServiceLog }>;

/** Listens once: at start, or earlier for an upgrade of the store. */
export class Listening {
  readonly #parts: Parts;
  readonly #settings: Pick<Settings, 'host' | 'port'>;
  #isBegun = false;

  constructor(parts: Parts, settings: Pick<Settings, 'host' | 'port'>) {
    this.#parts = parts;
    this.#settings = settings;
  }

  /** Stops listening, if it has begun. */
  async end(): Promise<void> {
    if (this.#isBegun) await this.#parts.server.stop();
  }

  /** Listens unless it already does, and logs the address. Rejects if an address is taken or not of this machine. */
  async begin(message: 'listening' | 'upgrading the store'): Promise<void> {
    const { server, publicAddress, log } = this.#parts;
    if (!this.#isBegun) {
      const { port } = await server.listen(this.#settings.host, this.#settings.port);
      this.#isBegun = true;
      publicAddress.listensAt(port);
    }
    const where = { url: publicAddress.own, public_url: publicAddress.url, version: BUILD };
    // A port chosen by the system appears nowhere else.
    if (this.#settings.port === 0 && log.announce) log.announce(message, where);
    else log.info(message, where);
  }
}
