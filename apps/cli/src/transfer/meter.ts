import type { Progress, Wait } from '@strongroom/client';
import { cleanLine, formatBytes, type Terminal } from '@strongroom/command-line';
import { longWaits, waitsUnseen } from '../print/long-wait.ts';

/** Progress of many transfers together. */
export type TransferMeter = Readonly<{
  /** Returns the progress callback of one transfer. */
  of: (name: string) => (progress: Progress) => void;
  /** Call when a transfer ends, whether or not it moved anything. */
  ended: (name: string, size: number) => void;
  /** A call waits for the network or the service. */
  waiting: (wait: Wait) => void;
  /** A line on standard error, above the bar. */
  say: (text: string) => void;
  stop: () => void;
}>;

const SILENT: Omit<TransferMeter, 'say' | 'waiting'> = {
  of: () => () => undefined,
  ended: () => undefined,
  stop: () => undefined,
};
const MIN_SHOWN_WAIT_MS = 2000;

/** A progress bar with rate and remaining time, on standard error if a person reads it. */
export async function meterOn(terminal: Terminal, what: string, files: number, total: number): Promise<TransferMeter> {
  if (!terminal.errIsTerminal) {
    const say = (text: string): void => terminal.err(`${text}\n`);
    return { ...SILENT, say, waiting: waitsUnseen({ tell: say, service: 'the service' }) };
  }
  const moving = new Map<string, number>();
  const state = { filesDone: 0, done: 0, skipped: 0, note: '', since: performance.now() };
  const moved = (): number => state.done + [...moving.values()].reduce((sum, one) => sum + one, 0);
  const { SingleBar } = await import('cli-progress');
  const bar = new SingleBar({
    stream: terminal.errStream,
    clearOnComplete: true,
    gracefulExit: false,
    fps: 8,
    format: () => progressLine({ what, total, files, moved: moved(), ...state }),
  });
  bar.start(total, 0);
  const say = (text: string): void => {
    // Above the bar, which is then drawn again below.
    terminal.err(`\r\u001b[K${text}\n`);
    bar.update(moved());
  };
  const isLong = longWaits({ tell: say, service: 'the service' });
  return {
    of: (name) => (progress) => {
      state.note = '';
      moving.set(name, progress.transferred);
      bar.update(moved());
    },
    ended: (name, size) => {
      if (!moving.delete(name)) state.skipped += size;
      state.filesDone += 1;
      state.done += size;
      bar.update(moved());
    },
    waiting: (wait) => {
      if (wait.milliseconds < MIN_SHOWN_WAIT_MS || isLong(wait)) return;
      state.note = noteOf(wait);
      bar.update(moved());
    },
    say,
    stop: () => bar.stop(),
  };
}

/** The code comes from the other side, so it is cleaned. */
export const noteOf = ({ milliseconds, code, for: party }: Wait): string =>
  `  waiting ${Math.ceil(milliseconds / 1000)} s${party === 'key-service' ? ' for the key service' : ''} (${cleanLine(code)})`;

type MeterReading = Readonly<{
  what: string;
  total: number;
  files: number;
  filesDone: number;
  moved: number;
  skipped: number;
  note: string;
  since: number;
}>;

const WIDTH = 20;
/** Seconds before the rate is meaningful. */
const SETTLED = 2;

/** The text of the bar: amount, rate and remaining time. */
export function progressLine(
  { what, total, files, filesDone, moved, skipped, note, since }: MeterReading,
  now = performance.now(),
): string {
  const share = Math.min(total === 0 ? filesDone / Math.max(files, 1) : moved / total, 1);
  const full = Math.round(share * WIDTH);
  const seconds = (now - since) / 1000;
  const rate = seconds > 0 ? (moved - skipped) / seconds : 0;
  // Earlier than that it would be a wild guess.
  const left = rate > 0 && seconds >= SETTLED ? `  ${clock((total - moved) / rate)} left` : '';
  const count = files === 1 ? '' : `  ${filesDone}/${files} files`;
  return `${what} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${Math.floor(share * 100)} %${count}  ${formatBytes(moved)} of ${formatBytes(total)}  ${formatBytes(rate)}/s${left}${note}`;
}

function clock(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (number: number): string => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
