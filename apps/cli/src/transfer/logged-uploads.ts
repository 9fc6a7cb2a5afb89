import { randomUUID } from 'node:crypto';
import { isAlive, processIdentity } from './process-identity.ts';
import type { Row, TransferLog } from './transfer-log.ts';

/** One upload as the log tells it from all others. */
export type Upload = Readonly<{
  service: string;
  room: string;
  /** The file on this machine. */
  path: string;
  /** Where it belongs in the room. */
  target: string;
  /** Size and time of change: with another content it is another upload. */
  content: string;
  /** All else that is said of it; a repeated request must say the same. */
  terms: string;
}>;

/** What is to be done. `file` is what an earlier run had announced and nobody has confirmed as far as is known. */
export type Claim =
  | Readonly<{ state: 'done'; file: string }>
  | Readonly<{ state: 'elsewhere'; process: string }>
  | Readonly<{ state: 'mine'; request: string; file: string | undefined; abandoned: string | undefined }>;

/** The service knows a repeated request for a day; an hour less, for clocks and for what takes long. */
const REPEATABLE = 23 * 3600;

const WHERE = 'WHERE service = ? AND room = ? AND path = ? AND target = ?';

/** The uploads of this process in the log. */
export class LoggedUploads {
  readonly #log: TransferLog;
  readonly #me = processIdentity();

  constructor(log: TransferLog) {
    this.#log = log;
  }

  /** Says that this process does it, unless another does or it is done. With `again` nothing counts as done. */
  claim(upload: Upload, again = false): Claim {
    return this.#log.alone(() => {
      const row = this.#log.one(`SELECT * FROM uploads ${WHERE}`, ...keyOf(upload));
      if (row === undefined) return this.#begin(upload, undefined);
      if (typeof row.owner === 'string' && row.owner !== this.#me && isAlive(row.owner))
        return { state: 'elsewhere', process: row.owner.split(' ')[0] ?? '' };
      const file = typeof row.file === 'string' ? row.file : undefined;
      const isSame = row.content === upload.content && row.terms === upload.terms && !again;
      if (isSame && row.confirmed === 1 && file !== undefined) {
        // What is asked for again and again is not forgotten; of what is confirmed no request is repeated any more.
        this.#log.run(`UPDATE uploads SET begun = ? ${WHERE}`, now(), ...keyOf(upload));
        return { state: 'done', file };
      }
      if (!isSame || row.confirmed === 1 || isOld(row))
        return this.#begin(upload, row.confirmed === 1 ? undefined : file);
      this.#log.run(`UPDATE uploads SET owner = ? ${WHERE}`, this.#me, ...keyOf(upload));
      return { state: 'mine', request: String(row.request), file, abandoned: undefined };
    });
  }

  announced(upload: Upload, file: string): void {
    this.#log.run(`UPDATE uploads SET file = ? ${WHERE}`, file, ...keyOf(upload));
  }

  confirmed(upload: Upload, file: string): void {
    this.#log.run(`UPDATE uploads SET file = ?, confirmed = 1, owner = NULL ${WHERE}`, file, ...keyOf(upload));
  }

  /** Somebody may go on with it. */
  release(upload: Upload): void {
    this.#log.run(`UPDATE uploads SET owner = NULL ${WHERE}`, ...keyOf(upload));
  }

  /** As if it had never been begun. */
  forget(upload: Upload): void {
    this.#log.run(`DELETE FROM uploads ${WHERE}`, ...keyOf(upload));
  }

  #begin(upload: Upload, abandoned: string | undefined): Claim {
    const request = randomUUID();
    const { content, terms } = upload;
    this.#log.run(
      'INSERT OR REPLACE INTO uploads (service, room, path, target, content, terms, request, begun, owner) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...keyOf(upload),
      content,
      terms,
      request,
      now(),
      this.#me,
    );
    return { state: 'mine', request, file: undefined, abandoned };
  }
}

const keyOf = ({ service, room, path, target }: Upload): [string, string, string, string] => [
  service,
  room,
  path,
  target,
];
const isOld = ({ begun }: Row): boolean => Number(begun) < now() - REPEATABLE;
const now = (): number => Math.floor(Date.now() / 1000);
