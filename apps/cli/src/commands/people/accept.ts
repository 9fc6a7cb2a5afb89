import { hostname } from 'node:os';
import { type FoundInvitation, Strongroom, StrongroomError } from '@strongroom/client';
import {
  cleanLine,
  defineCommand,
  Interrupted,
  JSON_OPTION,
  Problem,
  printDone,
  printOptionsOf,
  UsageProblem,
  type World,
} from '@strongroom/command-line';
import { readConfig, writeConfig } from '../../account/config.ts';
import { readDevices } from '../../account/devices.ts';
import { enrolHere, linkPerson } from '../../account/enrol.ts';
import { chosenKeys, KEY_OPTIONS } from '../../account/key-choice.ts';
import { readTrustedKeys } from '../../account/key-session.ts';
import { choiceOf, type OfferedKeys, offeredKeys, reportKeyChoice } from '../../account/offered-keys.ts';
import { secretsFrom } from '../../account/secret-from.ts';

const SECRET = /sri_[0-9A-Za-z]{49}/u;

export const accept = defineCommand({
  name: 'accept',
  summary: 'Accept an invitation and sign in.',
  details:
    'Asks for the link or the token of the mail, and for a password to sign in with on other machines; from standard input\nit reads a line each, the second may be empty or missing. A third one is the enrolment code of a key service that asks\nfor a device. Then it makes an API token and remembers it as `login` does.',
  operands: [
    { name: 'NAME', isOptional: true, text: 'Your name, as shown to other users. A terminal is asked for it.' },
  ],
  options: {
    url: { value: 'URL', text: 'Address of the service. Default: that of the link, or of the last login.' },
    ...KEY_OPTIONS,
    insecure: {
      text: 'Send the secrets over plain HTTP to another machine. Anyone on the network path can read them.',
    },
    ...JSON_OPTION,
  },
  examples: [
    ['accept "Ada Lovelace"', 'asks for the link of the mail, and a password'],
    ['accept "Ada Lovelace" --url https://rooms.example.com < token', 'for a script'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const signal = terminal.interruption();
    const isAsked = terminal.inputIsTerminal;
    if (!isAsked && given.maybe('NAME') === undefined)
      throw new UsageProblem('NAME is missing: your name, as shown to other users.');
    const [said = '', ...rest] = await secretsFrom(terminal, isAsked ? [LINK] : [LINK, PASSWORD, '']);
    const token = SECRET.exec(said)?.[0];
    if (token === undefined)
      throw new Problem('this is not the token of an invitation: copy the whole link of the mail.');
    const old = await readConfig(terminal);
    const url = given.text('url') ?? terminal.variable('STRONGROOM_URL') ?? addressIn(said) ?? old.url;
    if (url === undefined) throw new UsageProblem('say with --url where the service is.');
    const keys = chosenKeys(given);
    const insecure = given.flag('insecure');
    const { entrance } = new Strongroom({ url, insecure });
    // A look saves a person from typing a name and a password for a link that does not work.
    if (isAsked) {
      const open = await entrance.findInvitation({ token }, { signal }).catch((error: unknown) => {
        if (isOver(error)) throw error;
      });
      const opening = open && openingOf(open, url);
      if (opening !== undefined) terminal.err(`${cleanLine(opening)}\n`);
      // Another person may have sent the link of their own account.
      if (open !== undefined) terminal.err(`${cleanLine(accountOf(open))}\n`);
    }
    const name = given.maybe('NAME') ?? (await terminal.ask(NAME, false)).trim();
    const [password = '', code] = isAsked ? await secretsFrom(terminal, [PASSWORD]) : rest;
    const user = await entrance
      .accept({ token, name, ...(password === '' ? {} : { password }) }, { signal })
      .catch((error: unknown) => {
        throw explained(error, signal, wayIn(url, password !== ''));
      });
    // The invitation is used up now, so an interruption must not lose the session.
    const session = new Strongroom({ url, token: user.session.token, insecure });
    const made = await session.tokens.create({ name: `strongroom on ${hostname()}`.slice(0, 100) });
    if (made.token === null)
      throw new Problem('the answer with the token was lost: sign in on the page of the service.');
    const config = { url, token: made.token, ...(insecure ? { insecure } : {}) };
    await writeConfig(world, { ...config, ...(keys ? { keys } : {}) });
    const found = keys === undefined ? await keysFor(world, { session, url, user: user.id, code, signal }) : undefined;
    if (found !== undefined && 'choice' in found) await writeConfig(world, { ...config, keys: found.choice });
    const { session: _secret, ...shown } = user;
    printDone(printOptionsOf(given, world), shown, {
      word: user.id,
      sentence: `Welcome, ${user.name}. Signed in to ${url} as ${user.role}.${reportKeyChoice(found, terminal)}`,
    });
  },
});

const accountOf = ({ email, needs_password: isRecovery }: FoundInvitation): string =>
  `The link ${isRecovery ? 'sets a new password for' : 'activates'} the account of ${email}. Go on only if that is your address.`;

const LINK = 'Link or token of the mail: ';
const PASSWORD = 'Password, 12 characters or more (empty for none): ';
const NAME = 'Your name, as shown to other users: ';

/** A failure of the look alone; an acceptance fails for itself. */
/** The first sentence of the mail; undefined where it names no inviter. */
function openingOf({ invited_by: by, room_name: room }: FoundInvitation, url: string): string | undefined {
  if (by === null) return undefined;
  const inviter = by.name === '' ? by.email : `${by.name} (${by.email})`;
  return `${inviter} invites you to ${room === null ? 'the data rooms' : `the data room "${room}"`} at ${url}.`;
}

const isOver = (error: unknown): boolean => error instanceof StrongroomError && error.code.startsWith('INVITATION_');

type Accepted = Readonly<{
  session: Strongroom;
  url: string;
  user: string;
  /** An enrolment code that was given with the invitation; undefined to ask for one. */
  code: string | undefined;
  signal: AbortSignal;
}>;

/** The key service of the new user. With an enrolment code, this machine is enrolled while the session is fresh. */
async function keysFor(world: World, accepted: Accepted): Promise<OfferedKeys | undefined> {
  const { session, url, user, signal } = accepted;
  const { terminal } = world;
  // Without the signal, as the user is signed in by now, and a request that hangs ends by itself.
  const known = await readTrustedKeys(terminal).catch(() => undefined);
  const offered = await offeredKeys(session, { url, user, devices: await readDevices(terminal), known });
  if (offered === undefined || !('needsDevice' in offered)) return offered;
  const question = 'Enrolment code of the key service (empty to enrol later): ';
  const code = accepted.code ?? (await terminal.ask(question, true)).trim();
  if (code === '') return offered;
  const stored = await enrolHere(world, { client: session, url, user, code, signal });
  await linkPerson(session, stored, signal);
  return { choice: choiceOf(stored) };
}

/** Advice for a user whose invitation is used and whose token was lost. */
const wayIn = (url: string, hasPassword: boolean): string =>
  hasPassword
    ? `make a token with your e-mail and password at ${pageOf(url)}/settings/tokens, and give it to \`strongroom login\``
    : 'ask for a new link, as you gave no password to sign in with';

/** The error of an acceptance that may have succeeded: a lost answer still uses up the invitation. */
function explained(error: unknown, signal: AbortSignal, advice: string): unknown {
  if (error instanceof Interrupted && error === signal.reason)
    return new Problem(`interrupted; it may have worked. If the link is used now, ${advice}.`, {
      exitCode: error.exitCode,
    });
  if (!(error instanceof StrongroomError)) return error;
  const { code, status, attempts, requestId } = error;
  if (code === 'ADDRESS_INSECURE')
    return new UsageProblem(
      'an invitation is sent over https only, or to this machine; --insecure sends it nevertheless.',
    );
  if (code === 'SECOND_FACTOR_REQUIRED')
    return new Problem(`the link was accepted, and a second factor is needed too: ${advice}.`);
  if (code !== 'INVITATION_USED' || attempts === 1) return error;
  const message = `The answer was lost, and the invitation is used now: most likely it worked. So ${advice}.`;
  return new StrongroomError(code, { message, status, attempts, requestId, cause: error });
}

/** Address of the pages of a service, whose address may have been given with `/api/v1`. */
const pageOf = (url: string): string => url.replace(/(\/api\/v1)?\/*$/u, '');

/** A mail's link is `{service}/activate#token=…`. */
function addressIn(said: string): string | undefined {
  if (!URL.canParse(said)) return undefined;
  const { origin, pathname } = new URL(said);
  return origin + pathname.replace(/\/activate\/?$/u, '');
}
