import {
  CONFIGURATION_FAULT,
  cannotListen,
  collectAfterStart,
  openPatiently,
  startRefusal,
  systemClock,
  systemIds,
  untilStopped,
} from '@strongroom/adapter-local';
import { continueLog, restartLog } from '@strongroom/application';
import { tarOf } from '@strongroom/audit-proof';
import { isKnown, isUuid } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { type Environment, KEY_SERVICE_OWN_VARIABLES } from '@strongroom/settings';
import { errorForLog, framesForLog, withoutSecrets } from '@strongroom/store-kit';
import { readSettings, type Settings } from '../config/settings.ts';
import { BUILD } from '../config/version.ts';
import { KEY_SERVICE } from '../record/release-record.ts';
import { afterAccepting, isTrusted } from '../release/known-keys.ts';
import { labelChange, labelsOfRoom } from '../release/room-labels.ts';
import { storedTrust, trustChange } from '../release/trust.ts';
import { type KeyServiceCommand, Problem, type RunCommand, withStore, writeOutput } from './command.ts';
import { DEVICE_COMMANDS } from './device-commands.ts';
import { doctor } from './doctor.ts';
import { exportRecord } from './export-record.ts';
import { lineLog, OWN_FIELDS } from './line-log.ts';
import { openKeyService } from './open-key-service.ts';
import { POLICY_COMMANDS } from './policy-commands.ts';
import { UnusableDataDir } from './store.ts';

const serve: RunCommand = async (settings, args) => {
  const log = lineLog(writeOutput, settings.logLevel);
  process.on('uncaughtException', (error) => {
    // No next time at another level: the places are written at once.
    log.error('a bug: the process ends', { ...errorForLog(error), frames: framesForLog(error) });
    process.exit(1);
  });
  const service = await openPatiently(() => openKeyService(settings, log), {
    waitSeconds: settings.startWaitSeconds,
    awaitedIn: (error) =>
      error instanceof Unavailable ? { dependency: error.dependency, cause: errorForLog(error).cause } : undefined,
    log,
  });
  // The process that keeps it may be killed, and then sends no signal. Windows' signals would end it without notice.
  if (args.includes('--while-input-is-open'))
    process.stdin
      .on('end', () => process.emit('SIGINT', 'SIGINT'))
      .resume()
      .unref();
  collectAfterStart();
  return untilStopped(service, { drainSeconds: settings.drainSeconds, log });
};

const status: RunCommand = async ({ url }) => {
  const answer = await fetch(`${url}/v1/status`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
  if (answer === undefined) throw new Problem(`the key service at ${url} does not answer`);
  writeOutput(`${JSON.stringify(await answer.json(), undefined, 2)}\n`);
  return answer.ok ? 0 : 1;
};

const trustShow: RunCommand = (settings) =>
  withStore(settings, async ({ documents }) => {
    const { keys } = await storedTrust(documents);
    if (keys.length === 0) writeOutput('No key of the room service was seen yet.\n');
    for (const { kid, firstSeen, dropped, waits } of keys)
      writeOutput(
        `${kid}  since ${new Date(firstSeen).toISOString()}${dropped ? '  dropped' : ''}${waits === true ? '  waits for `trust accept`' : ''}\n`,
      );
    return 0;
  });

const trustAccept: RunCommand = (settings, [kid = '', ...rest]) =>
  withStore(settings, async ({ documents, record }) => {
    if (!THUMBPRINT.test(kid) || rest.length > 0)
      throw new Problem('say: trust accept KID, the thumbprint of a key, as `trust show` lists it');
    const { keys, version } = await storedTrust(documents);
    const known = keys.find((key) => key.kid === kid);
    if (known?.dropped === true) throw new Problem('this key was dropped, and is never trusted again');
    if (known !== undefined && isTrusted(known)) {
      writeOutput('This key is trusted already.\n');
      return 0;
    }
    const now = systemClock.now();
    const change = trustChange(afterAccepting(keys, kid, now), version, now);
    await record.note('key.trust_changed', { accepted: kid }, [change]);
    writeOutput('Accepted. The running key service takes the set that holds it within a minute.\n');
    return 0;
  });

const trustDrop: RunCommand = (settings, [kid]) =>
  withStore(settings, async ({ documents, record }) => {
    const { keys, version } = await storedTrust(documents);
    if (!keys.some((key) => key.kid === kid)) throw new Problem('there is no such key; `trust show` lists them');
    const next = keys.map((key) => (key.kid === kid ? { ...key, dropped: true } : key));
    await record.note('key.trust_changed', { dropped: kid ?? '' }, [trustChange(next, version, systemClock.now())]);
    writeOutput('Dropped. No grant that it signed is served any more.\n');
    return 0;
  });

const trustRoom: RunCommand = (settings, [room, option, label = '']) =>
  withStore(settings, async ({ documents, record }) => {
    if (!isUuid(room) || option !== '--label') throw new Problem('say: trust room ROOM_ID --label LABEL');
    if (!isKnown(settings.scheme, label)) throw new Problem(`${label} is no label of STRONGROOM_LABELS`);
    const found = await labelsOfRoom(documents, room);
    if (found.length === 0) throw new Problem('no key of this room was released yet');
    const changes = found.map(({ id, version }) => labelChange(id, { label, room }, version, systemClock.now()));
    await record.note('key.room_label_set', { room, label }, changes);
    writeOutput(`The highest label of the room is ${label}.\n`);
    return 0;
  });

const recordExport: RunCommand = (settings) =>
  withStore(settings, async (store) => {
    for await (const piece of tarOf(await exportRecord(store), Math.floor(systemClock.now() / 1000)))
      process.stdout.write(piece);
    return 0;
  });

const THUMBPRINT = /^[A-Za-z0-9_-]{43}$/;

/** `--reason TEXT`. */
function reasonIn([option, reason = '']: readonly string[], command: string): string {
  if (option !== '--reason' || reason.trim() === '' || reason.length > MAX_REASON)
    throw new Problem(`say: ${command} --reason TEXT, of at most ${MAX_REASON} characters; the record keeps it`);
  return reason;
}
const MAX_REASON = 200;

const recordRestart: RunCommand = (settings, args) =>
  withStore(settings, async ({ own, secrets }) => {
    const reason = reasonIn(args, 'record restart');
    const ports = { ...own, secrets, clock: systemClock, ids: systemIds };
    const { origin, before, last } = await restartLog(ports, { reason, about: KEY_SERVICE });
    if (last !== undefined) writeOutput(`The last known checkpoint of ${last.origin} covers ${last.size} events.\n`);
    writeOutput(`The record ${origin} begins over ${before} events.\n`);
    return 0;
  });

const recordContinue: RunCommand = (settings, args) =>
  withStore(settings, async ({ own }) => {
    const reason = reasonIn(args, 'record continue');
    const { origin, size } = await continueLog(
      { ...own, clock: systemClock, ids: systemIds },
      { reason, about: KEY_SERVICE },
    );
    writeOutput(`The record ${origin} goes on after ${size} events.\n`);
    return 0;
  });

const COMMANDS: Readonly<Record<string, KeyServiceCommand>> = {
  serve: { text: 'Run the key service. --while-input-is-open: stop when standard input ends.', run: serve },
  status: { text: 'Ask the running key service for version, mode, readiness and key.', run: status },
  doctor: {
    text: 'Check settings, store, unwrapper and the keys of the room service. --try-pin: also a PIN that the token has refused. --json: one JSON object.',
    run: doctor,
  },
  ...DEVICE_COMMANDS,
  'trust show': { text: 'List the keys of the room service that were seen.', run: trustShow },
  'trust accept': { text: 'KID: trust a key of the room service that waits, and its set.', run: trustAccept },
  'trust drop': { text: 'KID: never trust a key of the room service again.', run: trustDrop },
  'trust room': { text: 'ROOM_ID --label LABEL: set the highest label of a room back.', run: trustRoom },
  ...POLICY_COMMANDS,
  'record export': {
    text: 'Write the record to standard output, as a tar that `strongroom audit verify` verifies.',
    run: recordExport,
  },
  'record restart': {
    text: '--reason TEXT: begin a new record after a restore; what was released since the backup is missing.',
    run: recordRestart,
  },
  'record continue': {
    text: '--reason TEXT: go on in a record that was moved, where no key was released since the copy.',
    run: recordContinue,
  },
};

const help = (): string =>
  `strongroom-keys ${BUILD}: the key service of Strongroom\n\n${Object.entries(COMMANDS)
    .map(([name, { text }]) => `  ${name.padEnd(15)} ${text}\n`)
    .join('')}\nSettings, from the environment:\n${Object.values(KEY_SERVICE_OWN_VARIABLES)
    .map(({ name, shown, meaning }) => `  ${name} (${shown})\n      ${meaning}\n`)
    .join('')}`;

const addressOf = ({ host, port }: Settings) => ({
  host: { name: KEY_SERVICE_OWN_VARIABLES.host.name, value: host },
  port: { name: KEY_SERVICE_OWN_VARIABLES.port.name, value: port },
});

/** Runs a command and returns the exit code. */
export async function run(args: readonly string[], environment: Environment): Promise<number> {
  const [first = '', second = ''] = args;
  const pair = COMMANDS[`${first} ${second}`];
  const command = pair ?? (Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined);
  if (command === undefined || args.includes('--help')) {
    writeOutput(help());
    return args.includes('--help') || first === '' ? 0 : 2;
  }
  const isService = command === COMMANDS['serve'];
  const complain = (sentences: readonly string[], exitCode: number): number => {
    const text = isService
      ? startRefusal({
          program: 'strongroom-keys',
          service: 'the key service',
          sentences,
          exitCode,
          isTerminal: process.stderr.isTTY,
          now: Date.now,
          own: OWN_FIELDS,
        })
      : `strongroom-keys: ${withoutSecrets(sentences.join('\n'))}\n`;
    process.stderr.write(text);
    return exitCode;
  };
  const read = readSettings(environment);
  if ('problems' in read) {
    return complain(read.problems, isService ? CONFIGURATION_FAULT : 1);
  }
  try {
    return await command.run(read.settings, args.slice(pair === undefined ? 1 : 2));
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    const sentence = `${error instanceof Error ? error.message : String(error)}${cause}.`;
    const isOfSettings = error instanceof Problem || error instanceof UnusableDataDir;
    return complain(
      [cannotListen(error, addressOf(read.settings), environment) ?? sentence],
      isService && isOfSettings ? CONFIGURATION_FAULT : 1,
    );
  }
}
