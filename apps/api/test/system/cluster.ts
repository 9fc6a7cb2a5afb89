import type { Caller } from '../support/caller.ts';
import { aFile, aLink, aPerson, aRoom, times } from '../support/people-of-process.ts';
import { type Environment, Place, type ServiceProcess } from '../support/service-process.ts';

/** Four processes of the service on one data folder, or one database, as behind a load balancer. */
export class Cluster {
  readonly place: Place;
  readonly processes: readonly ServiceProcess[];
  readonly token: string;
  readonly environment: Environment;

  private constructor(place: Place, processes: readonly ServiceProcess[], token: string, environment: Environment) {
    this.environment = environment;
    this.place = place;
    this.processes = processes;
    this.token = token;
  }

  /** They start at the same time, on a folder that does not exist yet. */
  static async start(environment: Environment = {}): Promise<Cluster> {
    const place = await Place.make();
    try {
      const processes = await Promise.all(times(4, () => place.start(environment)));
      const token = environment.STRONGROOM_OWNER_TOKEN ?? (await place.ownerToken());
      return new Cluster(place, processes, token, environment);
    } catch (error) {
      await place.end();
      throw error;
    }
  }

  /** A caller of one of the processes, the first by default. */
  at(process: number, token: string | undefined = this.token): Caller {
    return there(this.processes[process % this.processes.length]).as(token);
  }

  get owner(): Caller {
    return this.at(0);
  }

  person = (role?: string) => aPerson(this.owner, this.place.data, role);

  /** A new link with a cap. */
  async link(cap: number): Promise<{ id: string; token: string }> {
    return aLink(this.owner, await aFile(this.owner, await aRoom(this.owner)), cap);
  }

  end(): Promise<void> {
    return this.place.end();
  }
}

/** Fails the test if the value is undefined. */
export function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it is not there');
  return value;
}
