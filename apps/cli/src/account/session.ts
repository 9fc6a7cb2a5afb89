import { type KeyUnwrapper, Strongroom, type StrongroomOptions, type Wait } from '@strongroom/client';
import { cleanLine, EXIT, Problem, type World } from '@strongroom/command-line';
import { longWaits, reasonOfWait, waitsUnseen } from '../print/long-wait.ts';
import { type Config, readConfig } from './config.ts';
import { isSameService } from './is-same-service.ts';
import type { KeyChoice } from './key-choice.ts';
import { sayingMoved } from './moved-key-service.ts';
import { type KeyWaiting, unwrapperOf } from './unwrapper.ts';

/** A signed-in user: the client to call, and the signal that stops it. */
export type Session = Readonly<{
  client: Strongroom;
  /** Address of the service. */
  url: string;
  signal: AbortSignal;
}>;

type Options = Readonly<{ keys?: KeyChoice | undefined; onWait?: StrongroomOptions['onWait'] }>;

/**
 * Maximum wait of one call in milliseconds. A rate limit may take minutes to reset, and the user can always interrupt.
 */
const MAX_WAIT_MS = 15 * 60_000;
/** Maximum wait of one call for a service that was reached before, in milliseconds: a tunnel, a night of a closed laptop. */
const LINE_WAIT_MS = 12 * 3_600_000;

/**
 * The session of this command: STRONGROOM_TOKEN and STRONGROOM_URL, or else the one stored by `login`. Throws Problem.
 */
export async function signedIn(world: World, { keys, onWait }: Options = {}): Promise<Session> {
  const config = await readConfig(world.terminal);
  const { url, token, insecure } = credentialOf(world, config);
  const choice = keys ?? config.keys ?? embeddedHere(world);
  const waiting = { lineWaiting: LINE_WAIT_MS, onWait: onWait ?? sayingOnce(world, url) };
  const client: Strongroom = new Strongroom({
    ...waiting,
    url,
    token,
    insecure,
    waiting: MAX_WAIT_MS,
    unwrap: choice === undefined ? undefined : unwrapperFrom(choice, world, { ...waiting, client: () => client }),
  });
  return { client, url, signal: world.terminal.interruption() };
}

function unwrapperFrom(
  choice: KeyChoice,
  world: World,
  { client, ...waiting }: KeyWaiting & Readonly<{ client: () => Strongroom }>,
): KeyUnwrapper {
  const unwrapper = unwrapperOf(choice, world, waiting);
  return choice.kind === 'key-service' ? sayingMoved(unwrapper, choice.url, client) : unwrapper;
}

/**
 * Says once why a command is silent; where no person reads it, after half a minute. Transfers show waits in their own
 * progress, once it is drawn.
 */
export function sayingOnce({ terminal }: Pick<World, 'terminal'>, url: string): (wait: Wait) => void {
  const line = { tell: (text: string) => terminal.err(`${text}\n`), service: cleanLine(url) };
  if (!terminal.errIsTerminal) return waitsUnseen(line);
  let isSaid = false;
  const isLong = longWaits(line);
  return (wait) => {
    if (isLong(wait)) return;
    const seconds = Math.ceil(wait.milliseconds / 1000);
    const name = wait.for === 'key-service' ? 'The key service' : cleanLine(url);
    if (!isSaid) line.tell(`${name} ${reasonOfWait(wait)}; trying again in ${seconds} s. Ctrl-C ends this.`);
    isSaid = true;
  };
}

/** The session that `login` has stored, regardless of the environment; undefined if none is. Throws Problem. */
export async function storedSession({ terminal }: World): Promise<Session | undefined> {
  const { url, token, insecure } = await readConfig(terminal);
  if (url === undefined || token === undefined) return undefined;
  const onWait = sayingOnce({ terminal }, url);
  const client = new Strongroom({ url, token, insecure, waiting: MAX_WAIT_MS, onWait });
  return { client, url, signal: terminal.interruption() };
}

function credentialOf({ terminal }: World, config: Config) {
  const named = { url: terminal.variable('STRONGROOM_URL'), token: terminal.variable('STRONGROOM_TOKEN') };
  const url = named.url ?? config.url;
  const token = named.token ?? config.token;
  if (token === undefined || url === undefined)
    throw new Problem('not signed in: run `strongroom login`, or set STRONGROOM_URL and STRONGROOM_TOKEN.', {
      exitCode: EXIT.notSignedIn,
    });
  // A token is sent only to the service it was stored for.
  if (named.token === undefined && named.url !== undefined && !isSameService(named.url, config.url))
    throw new Problem(
      'STRONGROOM_URL names another service than the one that is signed in to: set STRONGROOM_TOKEN too, or sign in there.',
      { exitCode: EXIT.notSignedIn },
    );
  return { url, token, insecure: config.insecure === true && isSameService(url, config.url) };
}

/** The keyring of a service on this machine, whose data folder the environment names. */
function embeddedHere({ terminal }: World): KeyChoice | undefined {
  const path = terminal.variable('STRONGROOM_DATA_DIR');
  return path === undefined ? undefined : { kind: 'data-dir', path };
}
