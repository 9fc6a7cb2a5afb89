import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, expect, jest, test } from '@jest/globals';
import { freePorts } from '@strongroom/test-servers/free-port';
import { Caller } from '../support/caller.ts';
import { Place, type ServiceProcess } from '../support/service-process.ts';
import { aCertificate, startNginx } from './proxies.ts';
import { AskingBalancer, restartUnderLoad } from './restarted-under-load.ts';

jest.setTimeout(120_000);

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

test('two processes are restarted under load without a failed request: behind nginx, and by /readyz alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-rolling-'));
  ends.push(() => rm(folder, { recursive: true }));
  const certificate = await aCertificate(folder);
  const trusted = getCACertificates('default');
  ends.push(() => setDefaultCACertificates([...trusted]));
  setDefaultCACertificates([...trusted, certificate.pem]);
  const place = await Place.make();
  ends.push(() => place.end());

  const [port = 0, ...ports] = await freePorts(3);
  const start = (index: number): Promise<ServiceProcess> =>
    place.start({
      PORT: `${ports[index]}`,
      STRONGROOM_PUBLIC_URL: `https://localhost:${port}`,
      STRONGROOM_TRUSTED_PROXIES: '1',
      STRONGROOM_RATE_LIMIT: '1000000',
      STRONGROOM_DRAIN_SECONDS: '5',
    });
  const services = [await start(0), await start(1)];
  const token = await place.ownerToken();
  const origins = ports.map((each) => `http://127.0.0.1:${each}`);
  const hosts = ports.map((each) => `127.0.0.1:${each}`);
  const nginx = await startNginx({ folder, port, service: hosts[0] ?? '', second: hosts[1], certificate });
  ends.push(nginx.stop);
  const balancer = await AskingBalancer.start(origins);
  ends.push(() => balancer.stop());

  const outcomes = await restartUnderLoad({
    callers: {
      nginx: new Caller(`${nginx.url}/api/v1`, token),
      'by /readyz alone': new Caller(`${balancer.url}/api/v1`, token),
    },
    services,
    again: async (index) => {
      const service = await start(index);
      await balancer.takes(origins[index] ?? '');
      return service;
    },
  });
  for (const [name, { asked, failed }] of Object.entries(outcomes)) {
    expect([name, failed]).toEqual([name, []]);
    expect(asked).toBeGreaterThan(200);
  }
});
