import { randomUUID } from 'node:crypto';
import type { RequestUploadBody, UploadClaim, UploadMemory } from '@strongroom/client';
import { isAlive, processIdentity } from './process-identity.ts';
import type { LogRow, TransferLog } from './transfer-log.ts';

/** Identifies an upload in the log. */
export type LoggedUpload = Readonly<{
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

type UploadAttempt = Readonly<{ upload: LoggedUpload; again: boolean }>;

/** Seconds. The service remembers a request for a day; one hour less allows for clocks and long uploads. */
const REPEATABLE = 23 * 3600;

const WHERE = 'WHERE service = ? AND room = ? AND path = ? AND target = ?';
/** Between the key of a request and the place of a file among its items. */
const PLACE = '#';

/** The requests that announced several files: a repeated one must be the same. */
const TABLE = `
  CREATE TABLE IF NOT EXISTS announcements (
    request TEXT PRIMARY KEY, body TEXT NOT NULL, begun INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID
`;

/** The uploads of this process in the log. */
export class LoggedUploads implements UploadMemory<LoggedUpload> {
  readonly #log: TransferLog;
  readonly #me = processIdentity();

  constructor(log: TransferLog) {
    this.#log = log;
    log.run(TABLE);
    log.run('DELETE FROM announcements WHERE begun < ?', now() - REPEATABLE);
  }

  /**
   * Claims uploads for this process, except those that another process has or that are done. With `again`, a finished
   * upload is repeated.
   */
  claim(wanted: readonly UploadAttempt[]): readonly UploadClaim[] {
    return this.#log.exclusively(() => wanted.map((one) => this.#claim(one)));
  }

  /** The items of the request that announced files; undefined for anything else, and the files are announced afresh. */
  announcement(request: string): readonly RequestUploadBody[] | undefined {
    const row = this.#log.one('SELECT body FROM announcements WHERE request = ?', request);
    const items = row === undefined ? undefined : parsed(String(row.body));
    return areItems(items) ? items : undefined;
  }

  /** Records, before it is sent, a request that announces new uploads in this order, and returns its key. */
  announce(uploads: readonly LoggedUpload[], items: readonly RequestUploadBody[]): string {
    const request = randomUUID();
    this.#log.exclusively(() => {
      this.#log.run(
        'INSERT INTO announcements (request, body, begun) VALUES (?, ?, ?)',
        request,
        JSON.stringify(items),
        now(),
      );
      for (const [place, upload] of uploads.entries())
        this.#log.run(`UPDATE uploads SET request = ? ${WHERE}`, `${request}${PLACE}${place}`, ...keyOf(upload));
    });
    return request;
  }

  /**
   * Whether the log has this upload with the same content and terms: in progress, or finished as one of the contents at its
   * path.
   */
  has(upload: LoggedUpload, standing: ReadonlySet<string>): boolean {
    const row = this.#log.one(`SELECT * FROM uploads ${WHERE}`, ...keyOf(upload));
    if (row === undefined || row.content !== upload.content || row.terms !== upload.terms) return false;
    return row.confirmed !== 1 || standing.has(String(row.file));
  }

  /** Records that a file of the room has this content, which this machine did not put there, or did with another time. */
  adopt(upload: LoggedUpload, file: string): void {
    const { content, terms } = upload;
    this.#log.exclusively(() => {
      const row = this.#log.one(`SELECT owner FROM uploads ${WHERE}`, ...keyOf(upload));
      if (typeof row?.owner === 'string' && row.owner !== this.#me && isAlive(row.owner)) return;
      this.#log.run(
        "INSERT OR REPLACE INTO uploads (service, room, path, target, content, terms, request, begun, file, confirmed) VALUES (?, ?, ?, ?, ?, ?, '', ?, ?, 1)",
        ...keyOf(upload),
        content,
        terms,
        now(),
        file,
      );
    });
  }

  announced(upload: LoggedUpload, file: string): void {
    this.#log.note(`UPDATE uploads SET file = ? ${WHERE}`, file, ...keyOf(upload));
  }

  /** Resolves once no kill loses it: after that, the file is named as sent. */
  confirmed(upload: LoggedUpload, file: string): Promise<void> {
    this.#log.note(
      `UPDATE uploads SET file = ?, confirmed = 1, begun = ?, owner = NULL ${WHERE}`,
      file,
      now(),
      ...keyOf(upload),
    );
    return this.#log.noted();
  }

  /** Keeps the rows of files that are still in the room for another period. A confirmed upload repeats no request. */
  seen(uploads: readonly LoggedUpload[]): void {
    this.#log.exclusively(() => {
      for (const upload of uploads)
        this.#log.run(`UPDATE uploads SET begun = ? ${WHERE} AND confirmed = 1`, now(), ...keyOf(upload));
    });
  }

  /** Lets any process continue the uploads. */
  release(uploads: readonly LoggedUpload[]): void {
    this.#log.exclusively(() => {
      for (const upload of uploads) this.#log.run(`UPDATE uploads SET owner = NULL ${WHERE}`, ...keyOf(upload));
    });
  }

  /** Removes every record of the upload. */
  forget(upload: LoggedUpload): void {
    this.#log.run(`DELETE FROM uploads ${WHERE}`, ...keyOf(upload));
  }

  #claim({ upload, again }: UploadAttempt): UploadClaim {
    const row = this.#log.one(`SELECT * FROM uploads ${WHERE}`, ...keyOf(upload));
    if (row === undefined) return this.#begin(upload, undefined);
    if (typeof row.owner === 'string' && row.owner !== this.#me && isAlive(row.owner))
      return { state: 'elsewhere', process: row.owner.split(' ')[0] ?? '' };
    const file = typeof row.file === 'string' ? row.file : undefined;
    const isSame = row.content === upload.content && row.terms === upload.terms && !again;
    if (isSame && row.confirmed === 1 && file !== undefined) return { state: 'done', file, since: Number(row.begun) };
    const [request = '', place] = String(row.request).split(PLACE);
    if (!isSame || row.confirmed === 1 || isOld(row) || place === undefined)
      return this.#begin(upload, row.confirmed === 1 ? undefined : file);
    this.#log.run(`UPDATE uploads SET owner = ? ${WHERE}`, this.#me, ...keyOf(upload));
    return { state: 'begun', request, place: Number(place), file };
  }

  #begin(upload: LoggedUpload, abandoned: string | undefined): UploadClaim {
    const { content, terms } = upload;
    this.#log.run(
      'INSERT OR REPLACE INTO uploads (service, room, path, target, content, terms, request, begun, owner) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...keyOf(upload),
      content,
      terms,
      '',
      now(),
      this.#me,
    );
    return { state: 'new', abandoned };
  }
}

/** Whether `announce` could have written this. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const areItems = (read: unknown): read is readonly RequestUploadBody[] => Array.isArray(read) && read.every(isItem);

const isItem = (read: unknown): boolean =>
  typeof read === 'object' &&
  read !== null &&
  'name' in read &&
  typeof read.name === 'string' &&
  'size' in read &&
  typeof read.size === 'number';

const keyOf = ({ service, room, path, target }: LoggedUpload): [string, string, string, string] => [
  service,
  room,
  path,
  target,
];
const isOld = ({ begun }: LogRow): boolean => Number(begun) < now() - REPEATABLE;
const now = (): number => Math.floor(Date.now() / 1000);
