import type { Log } from '@strongroom/ports';
import { withoutSecrets } from '@strongroom/store-kit';

export type Level = 'error' | 'warn' | 'info' | 'debug';

type Fields = Readonly<Record<string, unknown>>;

type Options = Readonly<{
  level: Level;
  /** For people at a terminal instead of programs. */
  pretty: boolean;
  /** Writes whole lines, several at once. */
  write: (text: string) => void;
  now: () => number;
  /** Fields of every line, such as the service that writes it. */
  own?: Fields;
  /** Writes each line by itself, where a batch may be lost with the process. */
  isUnbatched?: boolean;
}>;

const RANK: Readonly<Record<Level, number>> = { error: 0, warn: 1, info: 2, debug: 3 };
const COLOURS: Readonly<Record<Level, number>> = { error: 31, warn: 33, info: 32, debug: 90 };

/**
 * Characters that a terminal interprets, that break a line, or that change the direction of text: a log may hold words of
 * callers and of other servers, and is read at a terminal.
 */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

const codeOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const safe = (text: string): string => text.replaceAll(UNSAFE, codeOf);

/** A log, also for lines that are written at any level. */
export type ServiceLog = Log & Readonly<{ announce?: Log['info'] }>;

/** Milliseconds in which lines about one fault of a dependency are counted after the first. */
const REPEATED_MS = 60_000;

type Repeated = { since: number; count: number; write: (count: number) => void };

/**
 * Lines on one stream. What is logged in one turn of the event loop is written at once. A fault of a dependency is written
 * once a minute, with the number of lines about it that were not.
 */
export class LineLog implements ServiceLog {
  readonly #options: Options;
  readonly #repeated = new Map<string, Repeated>();
  #waiting = '';
  #moment = 0;
  #time = new Date(0).toISOString();

  constructor(options: Options) {
    this.#options = options;
  }

  error(message: string, fields?: Fields): void {
    this.#fault('error', message, fields);
  }

  warn(message: string, fields?: Fields): void {
    this.#fault('warn', message, fields);
  }

  info(message: string, fields?: Fields): void {
    if (this.#repeated.size > 0) this.#reportRepeated(this.#options.now());
    this.#line('info', message, fields);
  }

  debug(message: string, fields?: Fields): void {
    this.#line('debug', message, fields);
  }

  /** Writes a line at any level. */
  announce(message: string, fields?: Fields): void {
    this.#line('info', message, fields, true);
  }

  /** Writes pending lines, and the counts of repeated ones. Call it before the process ends. */
  flush(): void {
    for (const { count, write } of this.#repeated.values()) if (count > 0) write(count);
    this.#repeated.clear();
    this.#writePending();
  }

  #fault(level: 'error' | 'warn', message: string, fields: Fields = {}): void {
    const now = this.#options.now();
    this.#reportRepeated(now);
    if (fields['dependency'] === undefined) {
      this.#line(level, message, fields);
      return;
    }
    const { request_id: _, route: __, attempts: ___, job: ____, ...fault } = fields;
    const key = JSON.stringify([level, message, fault]);
    const known = this.#repeated.get(key);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    const write = (count: number): void => this.#line(level, message, { ...fault, repeated: count });
    this.#repeated.set(key, { since: now, count: 0, write });
    this.#line(level, message, fields);
  }

  /** Writes the counts of the minutes that are over. */
  #reportRepeated(now: number): void {
    for (const [key, { since, count, write }] of this.#repeated) {
      if (now - since < REPEATED_MS && now >= since) continue;
      this.#repeated.delete(key);
      if (count > 0) write(count);
    }
  }

  #writePending(): void {
    if (this.#waiting === '') return;
    const text = this.#waiting;
    this.#waiting = '';
    this.#options.write(text);
  }

  /** Many lines share a millisecond. */
  #timeOf(moment: number): string {
    if (moment === this.#moment) return this.#time;
    this.#moment = moment;
    this.#time = new Date(moment).toISOString();
    return this.#time;
  }

  #line(level: Level, message: string, fields: Fields = {}, always = false): void {
    if (!always && RANK[level] > RANK[this.#options.level]) return;
    const { isUnbatched = false, now, own, pretty } = this.#options;
    if (this.#waiting === '' && !isUnbatched) setImmediate(() => this.#writePending());
    const time = this.#timeOf(now());
    const line = pretty
      ? prettyLine(time, level, message, fields)
      : safe(JSON.stringify({ time, level, ...own, message, ...fields }));
    this.#waiting += `${withoutSecrets(line)}\n`;
    if (isUnbatched) this.#writePending();
  }
}

function prettyLine(time: string, level: Level, message: string, fields: Fields): string {
  const rest = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${safe(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join('');
  return `${time.slice(11, 19)} \u001b[${COLOURS[level]}m${level.padEnd(5)}\u001b[0m ${safe(message)}\u001b[2m${rest}\u001b[0m`;
}
