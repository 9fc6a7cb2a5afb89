import { deviceCalls, type ListedDevice, type Me } from '@strongroom/client';
import {
  cleanLine,
  defineCommand,
  JSON_OPTION,
  Problem,
  printDone,
  printList,
  printOptionsOf,
  type World,
} from '@strongroom/command-line';
import { readConfig, writeConfig } from '../../account/config.ts';
import { forgetDevice, isFor, isOnTop, keyDeviceOf, readDevices, type StoredDevice } from '../../account/devices.ts';
import { enrolHere, inSession, isLinked, linkPerson } from '../../account/enrol.ts';
import { isSameService } from '../../account/is-same-service.ts';
import { choiceOf } from '../../account/offered-keys.ts';
import { secretFrom, secretsFrom } from '../../account/secret-from.ts';
import { type Session, signedIn } from '../../account/session.ts';
import { isId, matchingName, theOne } from '../../naming/one.ts';

const devicesEnrol = defineCommand({
  name: 'devices enrol',
  summary: 'Enrol this machine at the key service, with a code of its operator.',
  details:
    'Asks for the code, and for your password where the service does not know yet which person of the key service you\nare; from standard input it reads a line each. The code works once. The key of this machine is made here and stored\nbeside your settings, in a file that only you can read; it outlives a sign-out. Where people sign in at the key service, it counts on top of that: no password is asked for.',
  operands: [],
  options: JSON_OPTION,
  examples: [
    ['devices enrol', 'asks for the code'],
    ['devices enrol < code-and-password', 'for a script'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { client, url, signal } = session;
    const me = await client.account.get({ signal });
    const { terminal } = world;
    const [code = '', password] = terminal.inputIsTerminal
      ? [await secretFrom(terminal, 'Enrolment code: ', 'enrolment code')]
      : await secretsFrom(terminal, ['', '']);
    if (code === '')
      throw new Problem('there was no enrolment code: type it when asked, or give it on standard input.');
    const stored = await enrolHere(world, { client, url, user: me.id, code, signal });
    await refuseOther(world, me, stored);
    if (isOnTop(stored)) {
      printDone(printOptionsOf(given, world), shown(stored), {
        word: stored.device,
        sentence: `Enrolled this machine at ${stored.url}, on top of your sign-in there.${me.key_person === null ? ' Sign in with `strongroom login --browser`.' : ''}`,
      });
      return 0;
    }
    const config = await readConfig(terminal);
    if (isSameService(url, config.url)) await writeConfig(world, { ...config, keys: choiceOf(stored) });
    if (!isLinked(me, stored)) await link(world, session, stored, { email: me.email, password });
    printDone(printOptionsOf(given, world), shown(stored), {
      word: stored.device,
      sentence: `Enrolled this machine at ${stored.url}. Your keys come from there.`,
    });
    return 0;
  },
});

const devicesLink = defineCommand({
  name: 'devices link',
  summary: 'Tell the service again which person of the key service you are.',
  details:
    'Asks for your password. Needed after `devices enrol` was interrupted, or after an operator removed the link.',
  operands: [],
  options: JSON_OPTION,
  examples: [['devices link', 'asks for your password']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const me = await session.client.account.get({ signal: session.signal });
    const stored = await mine(world, session.url, me.id);
    if (isOnTop(stored))
      throw new Problem('the sign-in at the key service links you, not the device: run `strongroom login --browser`.');
    await link(world, session, stored, { email: me.email, password: undefined });
    printDone(printOptionsOf(given, world), shown(stored), {
      word: stored.person.id,
      sentence: `${session.url} knows you as the person ${stored.person.id} of ${stored.url}.`,
    });
  },
});

const devicesList = defineCommand({
  name: 'devices list',
  summary: 'List your devices at the key service.',
  operands: [],
  options: JSON_OPTION,
  examples: [['devices', 'one line for each device']],
  run: async (given, world) => {
    const devices = await (await callsOf(world)).calls.list();
    await printList(
      printOptionsOf(given, world),
      devices,
      [
        ['id', ({ device }) => device, 'id'],
        ['name', ({ name }) => name],
        ['since', ({ enrolled_at: at }) => at, 'moment'],
        ['this one', ({ current }) => (current ? 'yes' : '')],
      ],
      'You have no device.',
    );
  },
});

const devicesRemove = defineCommand({
  name: 'devices remove',
  summary: 'Remove one of your devices: it gets no key any more.',
  details: 'For a lost machine too. The operator of the key service can remove any device with `strongroom-keys`.',
  operands: [{ name: 'DEVICE', text: 'The id of the device, or its name if unique among yours.' }],
  options: JSON_OPTION,
  examples: [['devices remove laptop', 'the lost laptop opens nothing any more']],
  run: async (given, world) => {
    const { calls } = await callsOf(world);
    const text = given.operand('DEVICE');
    const id = isId(text) ? text : theDevice(await calls.list(), text);
    await calls.remove(id);
    await forgetDevice(world, id);
    printDone(
      printOptionsOf(given, world),
      { device: id, removed: true },
      { word: id, sentence: `Removed the device ${id}.` },
    );
  },
});

/** Removes an enrolment for another person than the one who signs in here: it could never count. Throws Problem. */
async function refuseOther(world: World, me: Me, stored: StoredDevice): Promise<void> {
  if (me.key_person === null || isLinked(me, stored)) return;
  await deviceCalls({ url: stored.url, device: await keyDeviceOf(stored) }).remove(stored.device);
  await forgetDevice(world, stored.device);
  throw new Problem(
    `the code was for the person ${cleanLine(stored.person.id)}, and your account is linked to ${cleanLine(me.key_person.id)}: the code is used up and the device is removed. Ask the operator for a code for that person. An owner of the organisation or a security officer can remove the link, with \`strongroom users unlink ${cleanLine(me.email)} --keys\`.`,
  );
}

const theDevice = (all: readonly ListedDevice[], text: string): string =>
  theOne(
    matchingName(
      all.map((one) => ({ ...one, id: one.device })),
      text,
      ({ name }) => name,
    ),
    {
      kind: 'device',
      text,
      describe: ({ id, enrolled_at: at }) => `${id}  enrolled ${at}`,
      names: all.map(({ name }) => name),
    },
  ).id;

/** The enrolment of the signed-in user. Throws Problem. */
async function mine({ terminal }: World, url: string, user: string): Promise<StoredDevice> {
  const found = (await readDevices(terminal)).find((one) => isFor(one, url, user));
  if (found === undefined)
    throw new Problem(
      `this machine is not enrolled for ${url}: ask the operator of its key service for a code, and run \`strongroom devices enrol\`.`,
    );
  return found;
}

async function callsOf(world: World) {
  const { client, url, signal } = await signedIn(world);
  const me = await client.account.get({ signal });
  const stored = await mine(world, url, me.id);
  return { calls: deviceCalls({ url: stored.url, device: await keyDeviceOf(stored) }), stored };
}

type By = Readonly<{ email: string; password: string | undefined }>;

/** Links in a session that is opened for it: an API token may not do so. */
async function link(world: World, { url, signal }: Session, stored: StoredDevice, by: By): Promise<void> {
  const { terminal } = world;
  const isAsked = by.password === undefined;
  const password = isAsked ? await secretFrom(terminal, `Password of ${by.email}: `, 'password') : (by.password ?? '');
  if (password === '')
    throw new Problem(
      'this machine is enrolled, but not linked to you: your password is missing. Give it on a second line, or run `strongroom devices link`.',
    );
  const { insecure = false } = await readConfig(terminal);
  await inSession({ url, insecure, email: by.email, password, terminal, signal }, (session) =>
    linkPerson(session, stored, signal),
  );
}

const shown = ({ privateKey: _secret, ...rest }: StoredDevice): object => rest;

export const DEVICE_COMMANDS = [devicesList, devicesEnrol, devicesLink, devicesRemove] as const;
