import { randomUUID } from 'node:crypto';
import { isAlive, processIdentity } from './process-identity.ts';
import type { Row, TransferLog } from './transfer-log.ts';

/** Identifies an upload in the log. */
export type Upload = Readonly<{
  service: string;
  room: string;
  /** The file on this machine. */
  path: string;
  /** Its place in the room. */
  target: string;
  /** Size and modification time: changed content is another upload. */
  content: string;
  /** The other fields of the request, which must be equal in a repeated request. */
  terms: string;
}>;

/** The state of an upload. `file` was announced by an earlier run and is not known to be confirmed. */
export type Claim =
  | Readonly<{ state: 'done'; file: string }>
  | Readonly<{ state: 'elsewhere'; process: string }>
  | Readonly<{ state: 'mine'; request: string; file: string | undefined; abandoned: string | undefined }>;

/** Seconds. The service remembers a request for a day; one hour less allows for clocks and long uploads. */
const REPEATABLE = 23 * 3600;

const WHERE = 'WHERE service = ? AND room = ? AND path = ? AND target = ?';

/** The uploads of this process in the log. */
export class LoggedUploads {
  readonly #log: TransferLog;
  readonly #me = processIdentity();

  constructor(log: TransferLog) {
    this.#log = log;
  }

  /**
   * Claims an upload for this process, unless another process has it or it is done. With `again`, finished uploads are
   * repeated.
   */
  claim(upload: Upload, again = false): Claim {
    return this.#log.exclusively(() => {
      const row = this.#log.one(`SELECT * FROM uploads ${WHERE}`, ...keyOf(upload));
      if (row === undefined) return this.#begin(upload, undefined);
      if (typeof row.owner === 'string' && row.owner !== this.#me && isAlive(row.owner))
        return { state: 'elsewhere', process: row.owner.split(' ')[0] ?? '' };
      const file = typeof row.file === 'string' ? row.file : undefined;
      const isSame = row.content === upload.content && row.terms === upload.terms && !again;
      if (isSame && row.confirmed === 1 && file !== undefined) {
        // Keeps the row for another period. A confirmed upload repeats no request.
        this.#log.run(`UPDATE uploads SET begun = ? ${WHERE}`, now(), ...keyOf(upload));
        return { state: 'done', file };
      }
      if (!isSame || row.confirmed === 1 || isOld(row))
        return this.#begin(upload, row.confirmed === 1 ? undefined : file);
      this.#log.run(`UPDATE uploads SET owner = ? ${WHERE}`, this.#me, ...keyOf(upload));
      return { state: 'mine', request: String(row.request), file, abandoned: undefined };
    });
  }

  /**
   * Whether the log has this upload with the same content and terms: under way, or finished as one of the files at its
   * path.
   */
  has(upload: Upload, standing: ReadonlySet<string>): boolean {
    const row = this.#log.one(`SELECT * FROM uploads ${WHERE}`, ...keyOf(upload));
    if (row === undefined || row.content !== upload.content || row.terms !== upload.terms) return false;
    return row.confirmed !== 1 || standing.has(String(row.file));
  }

  announced(upload: Upload, file: string): void {
    this.#log.run(`UPDATE uploads SET file = ? ${WHERE}`, file, ...keyOf(upload));
  }

  confirmed(upload: Upload, file: string): void {
    this.#log.run(`UPDATE uploads SET file = ?, confirmed = 1, owner = NULL ${WHERE}`, file, ...keyOf(upload));
  }

  /** Lets any process continue the upload. */
  release(upload: Upload): void {
    this.#log.run(`UPDATE uploads SET owner = NULL ${WHERE}`, ...keyOf(upload));
  }

  /** Removes every record of the upload. */
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
