import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { COMPILE_CACHE } from '@strongroom/test-servers/compile-cache';
import { type Alteration, type AlteringProxy, alteringProxy } from '../support/altering-proxy.ts';
import { ROOT } from '../support/built.ts';
import type { Caller } from '../support/caller.ts';
import { aPerson, given } from '../support/people-of-process.ts';
import { type Environment, Place, type ServiceProcess } from '../support/service-process.ts';

const MAIN = join(ROOT, 'apps/cli/dist/main.js');

export type CommandResult = Readonly<{ code: number | string | null; out: string; err: string }>;
export type Surroundings = Readonly<{
  input?: string | Uint8Array;
  env?: Readonly<Record<string, string>>;
  cwd?: string;
}>;

/** A user at a shell, with their own home folder and none of our environment. */
export class Desk {
  readonly home: string;
  readonly #user: number | undefined;

  /** `user`: the id of the user who sits there; by default that of this process. */
  constructor(home: string, user?: number) {
    this.home = home;
    this.#user = user;
  }

  /** Starts a command; its output arrives when it ends. */
  begin(args: readonly string[], { input, env = {}, cwd = this.home }: Surroundings = {}) {
    const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(process.execPath, [MAIN, ...args], {
      env: { HOME: this.home, ...COMPILE_CACHE, ...env },
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(this.#user === undefined ? {} : { uid: this.#user, gid: this.#user }),
    });
    const printed = { out: [] as Buffer[], err: '' };
    child.stdout.on('data', (piece: Buffer) => printed.out.push(piece));
    child.stderr.on('data', (piece: Buffer) => (printed.err += piece.toString()));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    const bytes = once(child, 'close').then(([code, signal]) => ({
      code: (code ?? signal) as number | string | null,
      out: Buffer.concat(printed.out),
      err: printed.err,
    }));
    const ended: Promise<CommandResult> = bytes.then((all) => ({ ...all, out: all.out.toString() }));
    return { child, ended, bytes };
  }

  run(args: readonly string[], surroundings?: Surroundings): Promise<CommandResult> {
    return this.begin(args, surroundings).ended;
  }

  /** Standard output of a command that must succeed. */
  async output(args: readonly string[], surroundings?: Surroundings): Promise<string> {
    const { code, out, err } = await this.run(args, surroundings);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${err}`);
    return out;
  }

  /** The output as JSON. Untyped on purpose, as it comes from a program. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what is being tested
  async json(args: readonly string[], surroundings?: Surroundings): Promise<any> {
    return JSON.parse(await this.output([...args, '--json'], surroundings));
  }

  /** Writes files below the home folder. */
  async write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(this.home, path)), { recursive: true });
      await writeFile(join(this.home, path), content);
    }
  }
}

/** A service as a process, its first owner at a desk, and further users. */
export type Office = Readonly<{
  url: string;
  place: Place;
  service: ServiceProcess;
  token: string;
  caller: Caller;
  owner: Desk;
  /** Makes a room and returns its id. */
  room: (name: string, classification?: string) => Promise<string>;
  /** Another signed-in user with the same keyring. */
  person: (role?: string) => Promise<Readonly<{ desk: Desk; id: string; email: string }>>;
  /** A user who is not signed in. */
  stranger: (name?: string) => Promise<Desk>;
  end: () => Promise<void>;
}>;

/**
 * `alteration`, if given, changes the traffic between all callers and the service. `DeskOf`: the class of desks, by
 * default one whose commands are processes. `settings`: others of the service than those that keep limits out of reach.
 */
export async function anOffice(
  alteration?: Alteration,
  DeskOf: typeof Desk = Desk,
  settings: Environment = {},
): Promise<Office> {
  const place = await Place.make();
  let origin = '';
  const proxy: AlteringProxy | undefined =
    alteration === undefined ? undefined : await alteringProxy(() => origin, alteration);
  const service = await place.start({
    STRONGROOM_RATE_LIMIT: '1000000',
    STRONGROOM_NEW_PEOPLE_PER_HOUR: '1000000',
    STRONGROOM_NEW_PEOPLE_PER_DAY: '1000000',
    STRONGROOM_ROOMS_PER_MINUTE: '1000000',
    STRONGROOM_UPLOADS_PER_MINUTE: '1000000',
    ...settings,
    ...(proxy === undefined ? {} : { STRONGROOM_PUBLIC_URL: proxy.url }),
  });
  origin = service.url;
  const url = proxy?.url ?? service.url;
  const token = await place.ownerToken();
  const caller = service.as(token);
  const stranger = async (name = 'stranger'): Promise<Desk> => {
    const home = join(place.folder, name);
    await mkdir(home, { recursive: true });
    return new DeskOf(home);
  };
  const signedIn = async (name: string, secret: string): Promise<Desk> => {
    const desk = await stranger(name);
    await desk.output(['login', url, '--data-dir', place.data], { input: `${secret}\n` });
    return desk;
  };
  return {
    url,
    place,
    service,
    token,
    caller,
    owner: await signedIn('owner', token),
    room: async (name, classification = 'C2') =>
      (await given(caller.post('/rooms', { name, classification }))).id as string,
    person: async (role) => {
      const person = await aPerson(caller, place.data, role);
      return { id: person.id, email: person.email, desk: await signedIn(person.id, person.token) };
    },
    stranger,
    end: async () => {
      await place.end();
      proxy?.end();
    },
  };
}

/** Every file below a folder with its content. */
export async function contentsOf(folder: string): Promise<Readonly<Record<string, Buffer>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const pairs = paths.sort().map(async (path) => [path.slice(folder.length + 1), await readFile(path)] as const);
  return Object.fromEntries(await Promise.all(pairs));
}
