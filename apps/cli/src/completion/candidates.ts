import {
  type CliCommand,
  CompletedArgument,
  CompletedOption,
  type CompletionSource,
  type World,
} from '@strongroom/command-line';
import { type Session, signedIn } from '../account/session.ts';
import { pathOf } from '../naming/files.ts';
import { isId } from '../naming/one.ts';
import { roomNamed } from '../naming/rooms.ts';

/** Milliseconds after which a shell gets nothing rather than a person who waits. */
const DEADLINE_MS = 2_000;
const MOST = { per_page: 100 } as const;

/**
 * The words that the service knows for the last word of a command line, one a line. Silent on every failure: a person is
 * typing.
 */
export async function printCandidates(words: readonly string[], world: World, program: CliCommand): Promise<string> {
  try {
    const typed = words.map(bare);
    const asked = askedFor(typed, program);
    if (asked === undefined) return '';
    const signal = AbortSignal.any([AbortSignal.timeout(DEADLINE_MS), world.terminal.interruption()]);
    const session = { ...(await signedIn(world, { onWait: () => undefined })), signal };
    const current = typed.at(-1) ?? '';
    const found = await CANDIDATES[asked.completes](session, asked.operands, current);
    // Others choose these names: one that begins with a hyphen would be read as an option.
    const fitting = [...new Set(found)].filter((word) => word.startsWith(current) && !/^-|\p{Cc}/u.test(word));
    return fitting.map((word) => `${word}\n`).join('');
  } catch {
    return '';
  }
}

type CompletionRequest = Readonly<{ completes: Exclude<CompletionSource, 'files'>; operands: readonly string[] }>;

/** The kind of the last word, and the operands before it. */
function askedFor(words: readonly string[], program: CliCommand): CompletionRequest | undefined {
  const [first = '', second = ''] = words.slice(0, -1);
  const called = (path: string) => program.runnable.find((command) => command.path === path);
  const command = called(`${first} ${second}`) ?? called(first) ?? called(`${first} list`);
  if (command === undefined) return undefined;
  const before = words.slice(command.path === `${first} ${second}` ? 2 : 1, -1);
  const operands: string[] = [];
  let option: CompletedOption | undefined;
  for (const word of before) {
    if (option !== undefined) option = undefined;
    else if (word.startsWith('-'))
      option = command.options
        .filter((one) => one instanceof CompletedOption)
        .find(({ long, required }) => required && long === word);
    else operands.push(word);
  }
  const { registeredArguments: places } = command;
  const operand = places[operands.length] ?? (places.at(-1)?.variadic ? places.at(-1) : undefined);
  const completes = option === undefined ? operand instanceof CompletedArgument && operand.completes : option.completes;
  return completes && completes !== 'files' ? { completes, operands } : undefined;
}

type Find = (session: Session, operands: readonly string[], current: string) => Promise<readonly string[]>;

const CANDIDATES: Readonly<Record<CompletionRequest['completes'], Find>> = {
  rooms: async ({ client, signal }) => namesOf((await client.rooms.list(MOST, { signal }).page()).data),
  units: async ({ client, signal }) => namesOf((await client.orgUnits.list(MOST, { signal }).page()).data),
  labels: async ({ client, signal }) =>
    (await client.service.classifications(MOST, { signal }).page()).data.map(({ label }) => label),
  users: async ({ client, signal }) => [
    'me',
    ...(await client.users.list(MOST, { signal }).page()).data.map(({ name, email }) => email ?? name),
  ],
  paths: async (session, [room = ''], current) => {
    const { client, signal } = session;
    const id = isId(room) ? room : (await roomNamed(session, room)).id;
    const folder = current.slice(0, Math.max(current.lastIndexOf('/'), 0));
    // Without its slash, the folder itself is found too.
    const prefix = current.replace(/\/$/u, '');
    const [files, folders] = await Promise.all([
      client.files.list(id, { ...MOST, folder: folder === '' ? '/' : folder }, { signal }).page(),
      client.files.folders(id, { ...MOST, ...(prefix !== '' && { prefix }) }, { signal }).page(),
    ]);
    return [...files.data.map(pathOf), ...folders.data.filter(({ path }) => path !== '').map(({ path }) => `${path}/`)];
  },
};

const namesOf = (named: readonly Readonly<{ name: string }>[]): readonly string[] => named.map(({ name }) => name);

/** A word as the shell will read it: without an open quote, and without backslashes. */
function bare(word: string): string {
  const [quote] = word;
  if (quote === "'") return word.slice(1).replace(/'$/u, '');
  const open = quote === '"' ? word.slice(1).replace(/"$/u, '') : word;
  return open.replaceAll(/\\(.)/gu, '$1');
}
