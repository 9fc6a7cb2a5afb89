import type { Caller } from '../support/caller.ts';
import { type Environment, eventually, type Place, type ServiceProcess } from '../support/service-process.ts';

/** A service with a stand-in for a cloud service on this machine. */
export class CloudPlace {
  readonly place: Place;
  readonly #cloud: Readonly<{ end(): Promise<void> }>;
  #service: ServiceProcess | undefined;

  constructor(place: Place, cloud: Readonly<{ end(): Promise<void> }>) {
    this.place = place;
    this.#cloud = cloud;
  }

  async end(): Promise<void> {
    await this.place.end();
    await this.#cloud.end();
  }

  get service(): ServiceProcess {
    if (this.#service === undefined) throw new Error('no service was started');
    return this.#service;
  }

  /** Starts the service and returns its owner. */
  protected async ownerOf(environment: Environment): Promise<Caller> {
    this.#service = await this.place.start(environment);
    return this.#service.as(await this.place.ownerToken());
  }

  /** The first answer of /readyz with this status, which is 200. Its checks are cached for a second. */
  async readiness(status: 'ready' | 'degraded'): Promise<Readonly<{ checks: object }>> {
    return eventually(`that /readyz is ${status}`, async () => {
      const answer = await fetch(new URL('/readyz', this.service.url));
      const said = (await answer.json()) as { status: string; checks: object };
      return answer.status === 200 && said.status === status ? said : undefined;
    });
  }
}
