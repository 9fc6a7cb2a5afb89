import type { Caller } from '../support/caller.ts';
import { GcsProcess } from '../support/gcs-process.ts';
import { type Environment, eventually, Place, type ServiceProcess } from '../support/service-process.ts';

/** A service with its objects in Cloud Storage, and that on this machine too. */
export class GcsPlace {
  readonly place: Place;
  readonly gcs: GcsProcess;
  #service: ServiceProcess | undefined;

  private constructor(place: Place, gcs: GcsProcess) {
    this.place = place;
    this.gcs = gcs;
  }

  static async make(): Promise<GcsPlace> {
    const place = await Place.make();
    return new GcsPlace(place, await GcsProcess.start(place.folder));
  }

  async end(): Promise<void> {
    await this.place.end();
    await this.gcs.end();
  }

  get service(): ServiceProcess {
    if (this.#service === undefined) throw new Error('no service was started');
    return this.#service;
  }

  /** Starts the service and answers its owner. */
  async owner(environment: Environment = this.gcs.settings()): Promise<Caller> {
    this.#service = await this.place.start(environment);
    return this.#service.as(await this.place.ownerToken());
  }

  /** The first answer of /readyz with this status. Its checks are cached for a second. */
  async readiness(status: number): Promise<Readonly<{ checks: object }>> {
    return eventually(`that /readyz answers ${status}`, async () => {
      const answer = await fetch(new URL('/readyz', this.service.url));
      const said = (await answer.json()) as { checks: object };
      return answer.status === status ? said : undefined;
    });
  }
}
