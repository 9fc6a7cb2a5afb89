import { httpAddress } from '@strongroom/settings';

/** Base address of links. A port chosen by the system is known only once the server listens. */
export class PublicAddress {
  readonly #fixed: string | undefined;
  readonly #host: string;
  #port: number;

  constructor(settings: Readonly<{ publicUrl?: string | undefined; host: string; port: number }>) {
    this.#fixed = settings.publicUrl;
    this.#host = settings.host;
    this.#port = settings.port;
  }

  /** The server listens at this port. */
  listensAt(port: number): void {
    this.#port = port;
  }

  /** Address of this process. */
  get own(): string {
    return httpAddress(this.#host, this.#port);
  }

  /** The address without a slash at the end. */
  get url(): string {
    return this.#fixed ?? this.own;
  }
}
