import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { freePorts } from '@strongroom/test-servers/free-port';
import { Caller } from '../support/caller.ts';
import { type Environment, Place, type ServiceProcess } from '../support/service-process.ts';
import { aCertificate, type RunningProxy } from './proxies.ts';
import { AskingBalancer } from './restarted-under-load.ts';

type Certificate = Awaited<ReturnType<typeof aCertificate>>;
type StartProxy = (place: {
  folder: string;
  port: number;
  service: string;
  second: string | undefined;
  certificate: Certificate;
}) => Promise<RunningProxy>;

/** Two processes of the service on one store, and ways to them. */
export class TwoProcesses {
  readonly folder: string;
  readonly services: ServiceProcess[] = [];
  readonly certificate: Certificate;
  token = '';
  readonly #place: Place;
  readonly #ports: readonly number[];
  readonly #ends: (() => unknown)[];
  /** Changed settings are those of the next start. */
  settings: Environment;

  private constructor(
    parts: Readonly<{ folder: string; certificate: Certificate; place: Place; ports: readonly number[] }>,
    settings: Environment,
    ends: (() => unknown)[],
  ) {
    this.folder = parts.folder;
    this.certificate = parts.certificate;
    this.#place = parts.place;
    this.#ports = parts.ports;
    this.#ends = ends;
    this.settings = settings;
  }

  static async start(settings: Environment = {}): Promise<TwoProcesses> {
    const ends: (() => unknown)[] = [];
    const folder = await mkdtemp(join(tmpdir(), 'strongroom-two-'));
    ends.push(() => rm(folder, { recursive: true }));
    const certificate = await aCertificate(folder);
    const trusted = getCACertificates('default');
    ends.push(() => setDefaultCACertificates([...trusted]));
    setDefaultCACertificates([...trusted, certificate.pem]);
    const place = await Place.make();
    ends.push(() => place.end());
    const two = new TwoProcesses({ folder, certificate, place, ports: await freePorts(3) }, settings, ends);
    for (const index of [0, 1]) two.services.push(await two.#start(index));
    two.token = settings.STRONGROOM_OWNER_TOKEN ?? (await place.ownerToken());
    return two;
  }

  #start(index: number): Promise<ServiceProcess> {
    return this.#place.start({
      PORT: `${this.#ports[index + 1]}`,
      STRONGROOM_PUBLIC_URL: `https://localhost:${this.#ports[0]}`,
      STRONGROOM_TRUSTED_PROXIES: '1',
      STRONGROOM_RATE_LIMIT: '1000000',
      STRONGROOM_DRAIN_SECONDS: '5',
      ...this.settings,
    });
  }

  async behind(start: StartProxy): Promise<RunningProxy & { caller: Caller }> {
    const [service = '', second] = this.#ports.slice(1).map((each) => `127.0.0.1:${each}`);
    const { folder, certificate } = this;
    const proxy = await start({ folder, port: this.#ports[0] ?? 0, service, second, certificate });
    this.#ends.push(proxy.stop);
    return { ...proxy, caller: new Caller(`${proxy.url}/api/v1`, this.token) };
  }

  /** Puts the processes behind a balancer that only reads `/readyz`. */
  async balanced(): Promise<{ caller: Caller; again: (index: number) => Promise<ServiceProcess> }> {
    const origins = this.#ports.slice(1).map((each) => `http://127.0.0.1:${each}`);
    const balancer = await AskingBalancer.start(origins);
    this.#ends.push(() => balancer.stop());
    const again = async (index: number): Promise<ServiceProcess> => {
      const service = await this.#start(index);
      await balancer.takes(origins[index] ?? '');
      return service;
    };
    return { caller: new Caller(`${balancer.url}/api/v1`, this.token), again };
  }

  /** Starts the one that has ended. */
  again(index: number): Promise<ServiceProcess> {
    return this.#start(index);
  }

  async end(): Promise<void> {
    for (const end of this.#ends.splice(0).toReversed()) await end();
  }
}
