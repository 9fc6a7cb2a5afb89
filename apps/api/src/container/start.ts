import {
  type AwaitedDependency,
  CONFIGURATION_FAULT,
  cannotListen,
  collectAfterStart,
  LineLog,
  openPatiently,
  STOP_MS,
  startRefusal,
  untilStopped,
} from '@strongroom/adapter-local';
import { DoesNotFitYet, NotReachedYet, SettingsUnfit } from '@strongroom/application';
import { Unavailable } from '@strongroom/ports';
import { errorForLog, framesForLog } from '@strongroom/store-kit';
import { readSettings, type Settings } from '../config/settings.ts';
import { openService } from './open-service.ts';
import type { RunningService } from './running-service.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const OTHER_FAULT = 1;

const complain = (sentences: readonly string[], exitCode: number): void => {
  process.stderr.write(
    startRefusal({
      program: 'strongroom',
      service: 'the service',
      sentences,
      exitCode,
      isTerminal: process.stderr.isTTY,
      now: Date.now,
    }),
  );
  process.exitCode = exitCode;
};

/** The output of its log, and what the end of the process waits for. */
type Around = Readonly<{
  output: Readonly<{ isTTY: boolean; write: (text: string) => unknown }>;
  ended: () => Promise<unknown>;
}>;

const ALONE: Around = { output: process.stdout, ended: async () => undefined };

/** Runs the service until a signal stops it. */
export async function startService(environment: Environment, { output, ended }: Around = ALONE): Promise<void> {
  const read = readSettings(environment);
  if ('problems' in read) return complain(read.problems, CONFIGURATION_FAULT);
  const { settings } = read;
  const log = new LineLog({
    level: settings.logLevel,
    pretty: output.isTTY,
    write: (text) => output.write(text),
    now: Date.now,
  });
  process.on('exit', () => log.flush());
  process.on('uncaughtException', (error) => {
    // No next time at another level: the places are written at once.
    log.error('a bug: the process ends', { ...errorForLog(error), frames: framesForLog(error) });
    log.flush();
    process.exit(1);
  });
  try {
    const service = await openPatiently(() => openService(settings, log), {
      waitSeconds: settings.startWaitSeconds,
      awaitedIn,
      log,
    });
    showToken(service, output);
    collectAfterStart();
    void untilStopped(service, { drainSeconds: settings.drainSeconds, log }).then((code) =>
      ended().finally(() => process.exit(code)),
    );
  } catch (error) {
    log.flush();
    complain(
      [reasonOf(error, settings, environment)],
      error instanceof SettingsUnfit && !(error instanceof DoesNotFitYet) ? CONFIGURATION_FAULT : OTHER_FAULT,
    );
    // An adapter from outside may have left a connection open.
    setTimeout(() => process.exit(), STOP_MS).unref();
  }
}

/** The dependency whose absence is the reason of a refused start. One that takes no writes is there. */
function awaitedIn(error: unknown): AwaitedDependency | undefined {
  if (error instanceof NotReachedYet) return { dependency: error.dependency, because: error.message };
  if (!(error instanceof Unavailable) || error.takesNoWrites) return undefined;
  const { cause, host } = errorForLog(error);
  return { dependency: error.dependency, cause, host };
}

/** Shown on a terminal only: others read the log too. */
function showToken({ madeToken }: RunningService, output: Around['output']): void {
  if (madeToken === undefined || !output.isTTY) return;
  output.write(
    `\nThe first owner's API token, shown this once and kept in ${madeToken.file}:\n\n  ${madeToken.token}\n\n`,
  );
}

/** The message of the store, with the names of our settings and commands. */
function misfitOf({ setting, message }: SettingsUnfit): string {
  if (setting === 'labels') return `STRONGROOM_LABELS: ${message}`;
  if (setting === 'secret')
    return `STRONGROOM_SECRET, or the secret in the folder of keys: ${message} Set the one that was used. To change it on purpose, give the new one and the one that was used, between a comma.`;
  if (setting === 'auditKey') return `STRONGROOM_AUDIT_KEY, or audit.key in the folder of keys: ${message}`;
  return message;
}

/** A sentence for the operator; the stack for a bug. */
function reasonOf(error: unknown, { host, port }: Settings, environment: Environment): string {
  const at = { host: { name: 'HOST', value: host }, port: { name: 'PORT', value: port } };
  const refused = cannotListen(error, at, environment);
  if (refused !== undefined) return refused;
  if (error instanceof SettingsUnfit) return misfitOf(error);
  if (error instanceof Unavailable && error.takesNoWrites)
    return 'The database takes no writes: give it room, or make it writable, then start again. `strongroom-admin doctor` says which.';
  if (!(error instanceof Error)) return String(error);
  const because = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return error.name === 'Error' || error.name === 'TypeError'
    ? `A bug, or an adapter that does not fit: ${[errorForLog(error).error, framesForLog(error)].join('\n')}`
    : `${error.message}${because}.`;
}
