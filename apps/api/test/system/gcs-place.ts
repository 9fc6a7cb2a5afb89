import type { Caller } from '../support/caller.ts';
import { GcsProcess } from '../support/gcs-process.ts';
import { type Environment, Place } from '../support/service-process.ts';
import { CloudPlace } from './cloud-place.ts';

/** A service with its objects in Cloud Storage, and a Cloud Storage on this machine. */
export class GcsPlace extends CloudPlace {
  readonly gcs: GcsProcess;

  private constructor(place: Place, gcs: GcsProcess) {
    super(place, gcs);
    this.gcs = gcs;
  }

  static async make(): Promise<GcsPlace> {
    const place = await Place.make();
    return new GcsPlace(place, await GcsProcess.start(place.folder));
  }

  /** Starts the service and returns its owner. */
  owner(environment: Environment = this.gcs.settings()): Promise<Caller> {
    return this.ownerOf(environment);
  }
}
