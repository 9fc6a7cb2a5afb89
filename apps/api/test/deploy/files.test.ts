import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { freePorts } from '@strongroom/test-servers/free-port';
import { parse } from 'yaml';
import { faultsIn, googleSchemas } from '../../../../scripts/google-schema.ts';
import { memorySettings } from '../../../../scripts/start/memory.ts';
import { ROOT } from '../support/built.ts';
import { aCertificate } from './proxies.ts';
import { hadolint, run } from './tools.ts';

const DOCKERFILE = join(ROOT, 'apps/api/Dockerfile');
const SERVICE = join(ROOT, 'apps/api/deploy/cloud-run.yaml');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-deploy-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A file with one change. */
async function changed(path: string, from: string, to: string): Promise<string> {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`there is no ${from} in ${path}`);
  const other = join(folder, 'changed');
  await writeFile(other, text.replace(from, to));
  return other;
}

/** The output of a program, whatever its exit code. */
const said = (program: string, ...args: readonly string[]): Promise<string> =>
  run(program, args).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stdout: string }).stdout,
  );

describe('the Dockerfile', () => {
  test('has no finding of hadolint, which finds what it should', async () => {
    const program = await hadolint();
    expect(await said(program, DOCKERFILE)).toBe('');
    expect(await said(program, await changed(DOCKERFILE, 'USER 10001:10001', 'USER root'))).toContain('DL3002');
  });

  test('starts the service with the flags of npm start', () => {
    const command: unknown = JSON.parse(/^CMD (.*)$/m.exec(readFileSync(DOCKERFILE, 'utf8'))?.[1] ?? '[]');
    expect(command).toEqual(['node', ...memorySettings().flags, 'apps/api/dist/main.js']);
  });

  test.each([
    ['compose/compose.yaml', 'postgresql'],
    ['helm/strongroom/templates/deployment.yaml', 'postgresql'],
    ['cloud-run.yaml', 'mongodb'],
    ['google/rooms.tf', 'mongodb'],
  ])('%s starts it with the flags of npm start on its database', (file, documents) => {
    const text = readFileSync(join(ROOT, 'apps/api/deploy', file), 'utf8');
    const [, command = ''] = /^ *command(?:: | += )\[("?node"?, .*apps\/api\/dist\/main\.js"?)\]$/m.exec(text) ?? [];
    expect(command.replaceAll('"', '').split(', ')).toEqual([
      'node',
      ...memorySettings(documents).flags,
      'apps/api/dist/main.js',
    ]);
  });
});

describe('the file for Cloud Run', () => {
  const service = readFileSync(SERVICE, 'utf8');

  test("fits Google's own schema", async () => {
    expect(faultsIn(await googleSchemas('run.v1'), 'Service', parse(service))).toEqual([]);
  });

  test.each([
    ['an unknown field', 'containerConcurrency', 'containerConcurency', /containerConcurency: unknown field$/],
    ['a number for a text', "cpu: '1'", 'cpu: 1', /limits\.cpu: string wanted, found 1$/],
    [
      'a text for a number',
      'timeoutSeconds: 60',
      "timeoutSeconds: '60'",
      /timeoutSeconds: integer wanted, found "60"$/,
    ],
    ['a field for a list', 'env:', 'env: x\n          other:', /env: array wanted, found "x"$/],
  ])('does not fit it with %s', async (_, from, to, fault) => {
    expect(service).toContain(from);
    const faults = faultsIn(await googleSchemas('run.v1'), 'Service', parse(service.replace(from, to)));
    expect(faults[0]).toMatch(fault);
  });
});

const COMPOSE_NAMES = { STRONGROOM_ROOMS_HOST: 'rooms.example.com', STRONGROOM_KEYS_HOST: 'keys.example.com' };

describe('the samples of proxies', () => {
  /** The finding of `nginx -t` about a file inside of `http`; undefined where there is none. */
  async function faultOfNginx(text: string): Promise<string | undefined> {
    const [{ cert, key }, [plain = 0, port = 0]] = await Promise.all([aCertificate(folder), freePorts(2)]);
    const given = text
      .replace('/etc/ssl/rooms.example.com/fullchain.pem', cert)
      .replace('/etc/ssl/rooms.example.com/privkey.pem', key)
      .replaceAll('/var/log/nginx/', `${folder}/`)
      // The test of nginx binds the ports, and those of the sample may be taken.
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ', `listen 127.0.0.1:${port} `);
    await writeFile(join(folder, 'sample.conf'), given);
    const main = join(folder, 'main.conf');
    await writeFile(main, `pid ${folder}/pid; events {} http { include ${folder}/sample.conf; }`);
    return faultOf('nginx', ['-t', '-p', folder, '-e', 'stderr', '-c', main]);
  }

  async function faultOfCaddy(
    path: string,
    environment: Readonly<Record<string, string>>,
  ): Promise<string | undefined> {
    const home = join(folder, 'home');
    await mkdir(home, { recursive: true });
    const own = { HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, ...environment };
    return faultOf('caddy', ['validate', '--config', path, '--adapter', 'caddyfile'], own);
  }

  const faultOf = (program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    run(program, args, { env: { PATH: '/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin', ...env } }).then(
      () => undefined,
      (error: unknown) => (error as { stderr: string }).stderr,
    );

  test('that of nginx passes `nginx -t`, which finds what it should', async () => {
    const text = readFileSync(join(ROOT, 'apps/api/deploy/nginx.conf'), 'utf8');
    expect(await faultOfNginx(text)).toBeUndefined();
    expect(await faultOfNginx(text.replace('proxy_pass ', 'proxy_pas '))).toContain('unknown directive "proxy_pas"');
  });

  test.each([
    ['Caddyfile', {}],
    ['compose/Caddyfile', COMPOSE_NAMES],
  ])('%s passes `caddy validate`, which finds what it should', async (name, environment) => {
    const path = join(ROOT, 'apps/api/deploy', name);
    expect(await faultOfCaddy(path, environment)).toBeUndefined();
    const other = await changed(path, 'reverse_proxy ', 'reverse_prox ');
    expect(await faultOfCaddy(other, environment)).toContain('unrecognized directive: reverse_prox');
  });
});
