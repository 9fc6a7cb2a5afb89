import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { freePorts } from '@strongroom/test-servers/free-port';
import { goModule } from '@strongroom/test-servers/go-module';
import { postgresqlPrograms, unprivilegedUser } from '@strongroom/test-servers/postgresql-programs';
import { installedVersitygw } from '@strongroom/test-servers/versitygw';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Desk } from '../cli/desk.ts';
import { build, ROOT } from '../support/built.ts';
import { eventually } from '../support/service-process.ts';
import { type Compose, compose, FOLDER, variablesIn } from './compose.ts';

// Compiling versitygw takes minutes, once.
jest.setTimeout(600_000);

const run = promisify(execFile);
// oxlint-disable-next-line node/no-process-env -- programs of others, and what compiles them
const environment = process.env;

let file: Compose;
beforeAll(async () => {
  file = await compose();
});

describe('the compose file', () => {
  test('fits the schema of the Compose specification, which finds what it should', async () => {
    const module = await goModule('github.com/compose-spec/compose-go/v2@v2.16.2', environment);
    const schema = JSON.parse(await readFile(join(module, 'schema/compose-spec.json'), 'utf8')) as object;
    const fits = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    expect(fits(file) ? [] : fits.errors).toEqual([]);
    expect(fits({ ...file, services: { rooms: { imag: 'strongroom' } } })).toBe(false);
  });
});

/** The programs of the compose file, without containers: names and paths of containers become those of this machine. */
class Machine {
  readonly folder: string;
  readonly #ports: Readonly<Record<string, number>>;
  readonly #children: ChildProcess[] = [];
  out = '';

  private constructor(folder: string, ports: Readonly<Record<string, number>>) {
    this.folder = folder;
    this.#ports = ports;
  }

  static async make(): Promise<Machine> {
    const [a = 0, b = 0, keys = 0, s3 = 0, rooms = 0, people = 0] = await freePorts(6);
    const folder = await mkdtemp(join(tmpdir(), 'strongroom-compose-'));
    await chmod(folder, 0o755);
    for (const name of ['data', 'postgresql', 'objects', 'iam', 'caddy'])
      await mkdir(join(folder, name), { mode: 0o700 });
    return new Machine(folder, { a, b, keys, s3, rooms, people });
  }

  port(name: string): number {
    return this.#ports[name] ?? 0;
  }

  /** The address of the proxy for people and programs. */
  get url(): string {
    return `https://localhost:${this.port('rooms')}`;
  }

  /** A text of the compose file for this machine. */
  here(text: string): string {
    const places: readonly (readonly [string | RegExp, string])[] = [
      ['/var/run/postgresql', join(this.folder, 'postgresql')],
      ['/run/postgresql', join(this.folder, 'postgresql')],
      [/^\/(data|objects|iam)(?=\/|$)/g, join(this.folder, '$1')],
      ['/secrets/', `${join(this.folder, 'secrets')}/`],
      [/\bs3:7070/g, `127.0.0.1:${this.port('s3')}`],
      [/^:7070$/g, `127.0.0.1:${this.port('s3')}`],
      [/\brooms-a:8080/g, `127.0.0.1:${this.port('a')}`],
      [/\brooms-b:8080/g, `127.0.0.1:${this.port('b')}`],
      [/\brooms-a:8081/g, `127.0.0.1:${this.port('keys')}`],
      [/127\.0\.0\.1:8080/g, `127.0.0.1:${this.port('a')}`],
      [/^0\.0\.0\.0$/g, '127.0.0.1'],
      [/^8081$/g, String(this.port('keys'))],
    ];
    return places.reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
  }

  async environmentOf(service: string): Promise<Record<string, string>> {
    const { env_file = [], environment: own = {} } = file.services[service] ?? {};
    const texts = await Promise.all(env_file.map((name) => readFile(join(this.folder, name), 'utf8')));
    const all = { ...variablesIn(texts.join('\n')), ...own };
    return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, this.here(value)]));
  }

  commandOf(service: string): readonly string[] {
    return (file.services[service]?.command ?? []).map((word) => this.here(word));
  }

  async prepare(): Promise<void> {
    await run(join(FOLDER, 'prepare.sh'), [`localhost:${this.port('rooms')}`, `localhost:${this.port('people')}`], {
      env: {
        PATH: environment.PATH,
        SECRETS: join(this.folder, 'secrets'),
        STRONGROOM_ADMIN: `${process.execPath} ${join(ROOT, 'apps/admin/dist/main.js')}`,
      },
    });
  }

  begin(program: string, args: readonly string[], env: Record<string, string>, who: object = {}): ChildProcess {
    const options = { cwd: ROOT, env: { PATH: environment.PATH, ...env }, ...who };
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (piece: Buffer) => (this.out += piece.toString()));
    this.#children.push(child);
    return child;
  }

  /** Starts everything as `docker compose up` does, in the order of `depends_on`. */
  async up(): Promise<void> {
    await this.#postgresql();
    const versitygw = await installedVersitygw(environment);
    this.begin(versitygw, this.commandOf('s3'), await this.environmentOf('s3'));
    await run('/bin/sh', [join(FOLDER, 'bucket.sh')], {
      env: { PATH: environment.PATH, VERSITYGW: versitygw, ...(await this.environmentOf('bucket')) },
    });
    await run('/bin/sh', [join(FOLDER, 'audit-key.sh')], {
      cwd: ROOT,
      env: {
        PATH: `${join(process.execPath, '..')}:${environment.PATH}`,
        STRONGROOM_ADMIN: 'apps/admin/dist/main.js',
        STRONGROOM_DATA_DIR: join(this.folder, 'data'),
        ...(await this.environmentOf('audit-key')),
      },
    });
    // Before the services here: they must trust its certificates, which come from a public authority elsewhere.
    await this.#proxy();
    for (const [service, port] of [
      ['rooms-a', 'a'],
      ['rooms-b', 'b'],
    ] as const)
      this.begin(process.execPath, ['apps/api/dist/main.js'], {
        HOST: '127.0.0.1',
        PORT: String(this.port(port)),
        ...(await this.environmentOf(service)),
      });
    const [, ...keys] = this.commandOf('keys');
    this.begin(process.execPath, keys, await this.environmentOf('keys'));
    for (const port of ['a', 'b', 'keys'])
      await eventually(
        `${port} to be ready`,
        async () => {
          const answer = await fetch(`http://127.0.0.1:${this.port(port)}/readyz`).catch(() => undefined);
          return answer?.ok;
        },
        60_000,
      );
  }

  /** Starts it like the entrypoint of its image. */
  async #postgresql(): Promise<void> {
    const who = await unprivilegedUser();
    const [data, socket] = [join(this.folder, 'documents'), join(this.folder, 'postgresql')];
    await mkdir(data, { mode: 0o700 });
    if (who.uid !== undefined && who.gid !== undefined)
      for (const one of [data, socket]) await chown(one, who.uid, who.gid);
    await chmod(socket, 0o777);
    const settings = await this.environmentOf('postgresql');
    const { POSTGRES_USER: user = '', POSTGRES_PASSWORD: password = '', POSTGRES_DB: database = '' } = settings;
    const passwordFile = join(this.folder, 'documents.password');
    await writeFile(passwordFile, password, { mode: 0o644 });
    const programs = await postgresqlPrograms();
    const options = (settings.POSTGRES_INITDB_ARGS ?? '').split(' ');
    await run(join(programs, 'initdb'), ['-D', data, `--username=${user}`, `--pwfile=${passwordFile}`, ...options], {
      ...who,
      cwd: '/',
    });
    const [name = '', ...args] = this.commandOf('postgresql');
    const place = ['-D', data, '-c', `unix_socket_directories=${socket}`];
    this.begin(join(programs, name), [...place, ...args], {}, { ...who, cwd: '/' });
    const address = `postgresql://${user}:${password}@/postgres?host=${encodeURIComponent(socket)}`;
    await eventually('the database', async () =>
      run(join(programs, 'psql'), ['-X', '-q', '-c', `CREATE DATABASE ${database}`, address]).then(
        () => true,
        () => undefined,
      ),
    );
  }

  async #proxy(): Promise<void> {
    const names = await this.environmentOf('proxy');
    // The names are those of this machine, so the certificates come from Caddy's own authority.
    const own = '{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n';
    const path = join(this.folder, 'Caddyfile');
    const text = this.here(await readFile(join(FOLDER, 'Caddyfile'), 'utf8'));
    await writeFile(path, text.replace(/^\{\n/m, own));
    const folders = { XDG_DATA_HOME: join(this.folder, 'caddy'), XDG_CONFIG_HOME: join(this.folder, 'caddy') };
    this.begin('caddy', ['run', '--config', path, '--adapter', 'caddyfile'], {
      ...folders,
      ...names,
      HOME: this.folder,
    });
    const root = await eventually('the certificate of the proxy', async () =>
      readFile(this.authority, 'utf8').catch(() => undefined),
    );
    await appendFile(join(this.folder, 'secrets/authority.pem'), root);
  }

  get authority(): string {
    return join(this.folder, 'caddy/caddy/pki/authorities/local/root.crt');
  }

  async down(): Promise<void> {
    for (const child of this.#children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
    }
    await rm(this.folder, { recursive: true });
  }
}

describe('the programs of the compose file with its settings, on this machine', () => {
  let machine: Machine;
  let desk: Desk;
  beforeAll(async () => {
    await build();
    machine = await Machine.make();
    await machine.prepare();
    await machine.up().catch((error: unknown) => {
      throw new Error(`not everything has started: ${machine.out.replaceAll(/.*"logger".*\n/g, '').slice(0, 4000)}`, {
        cause: error,
      });
    });
    desk = new Desk(join(machine.folder, 'home'));
    await mkdir(desk.home);
  });
  afterAll(() => machine?.down());

  test('let a user sign in, upload, share and download by way of the proxy and the key service', async () => {
    const env = { NODE_EXTRA_CA_CERTS: machine.authority };
    const { STRONGROOM_OWNER_TOKEN: token = '' } = await machine.environmentOf('rooms-a');
    await desk.output(['login', machine.url], { env, input: token });
    await desk.output(['rooms', 'create', 'Falcon', '--label', 'C2'], { env });
    await writeFile(join(desk.home, 'plan.txt'), 'the plan');
    await desk.output(['put', 'Falcon', 'plan.txt'], { env });
    await rm(join(desk.home, 'plan.txt'));
    await desk.output(['get', 'Falcon', 'plan.txt'], { env });
    expect(await readFile(join(desk.home, 'plan.txt'), 'utf8')).toBe('the plan');
  });

  test('answer by both processes, and keep what the proxy must not pass', async () => {
    for (const port of ['a', 'b'])
      expect((await fetch(`http://127.0.0.1:${machine.port(port)}/readyz`)).status).toBe(200);
    expect(machine.out).not.toContain('"level":"error"');
  });
});
