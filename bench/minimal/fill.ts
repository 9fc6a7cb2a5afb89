import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Store } from './store.ts';

type Body = Readonly<Record<string, string>> &
  Readonly<{ createdAt: number; confirmedAt: number; size: number; expiresAt: number; memberCount: number }> &
  Readonly<{ tokens: readonly { hash: string }[]; files: Readonly<Record<string, number>> }>;

type Value = string | number;
/** A row of a table of the minimal program. */
export type TableRow = readonly [table: string, values: readonly Value[]];

/** How a document of the service becomes rows of the minimal program. */
const ROWS: Readonly<Record<string, (body: Body) => readonly TableRow[]>> = {
  users: ({ id, email, name, role, status, createdAt, tokens }) => [
    row('users', [id, email, name, role, status, createdAt]),
    ...tokens.map(({ hash }) => row('tokens', [hash, id])),
  ],
  rooms: ({ id, name, description, label, createdBy, createdAt, memberCount, files }) => [
    row('rooms', [id, name, description, label, createdBy, createdAt, memberCount, files.C2 ?? 0]),
  ],
  memberships: ({ roomId, userId, role, createdAt }) => [row('members', [roomId, userId, role, createdAt])],
  files: ({ id, roomId, name, size, contentType, label, status, uploadedBy, confirmedAt, wrappedDek, iv, tag }) => {
    const made = [
      id,
      roomId,
      name,
      size,
      contentType,
      label,
      status,
      uploadedBy,
      confirmedAt ?? 0,
      wrappedDek,
      iv,
      tag,
    ];
    return [row('files', made)];
  },
  'share-links': ({ id, secretHash, fileId, createdBy, expiresAt }) => [
    row('shares', [secretHash, id, fileId, createdBy, expiresAt, 0]),
  ],
};

const row = (table: string, values: readonly (Value | undefined)[]): TableRow => [
  table,
  values.map((value) => value ?? ''),
];

/** The rows for the documents of a stopped service, and as many events. */
export function* rowsOf(folder: string, events: Readonly<{ count: number; roomId: string }>): Generator<TableRow> {
  const from = new DatabaseSync(join(folder, 'strongroom.db'), { readOnly: true });
  let userId = '';
  for (const { collection, body } of from.prepare('SELECT collection, body FROM documents').iterate()) {
    const document = JSON.parse(String(body)) as Body;
    yield* ROWS[String(collection)]?.(document) ?? [];
    if (collection === 'users') userId = document.id ?? '';
  }
  for (let seq = 1; seq <= events.count; seq += 1)
    yield ['events', [seq, `event ${seq}`, 'member.added', events.roomId, userId, Date.now(), '{}']];
  from.close();
}

/** Creates the program's database from the documents of a stopped service. */
export function fillMinimal(folder: string, path: string, events: Readonly<{ count: number; roomId: string }>): void {
  const to = new Store(path);
  to.create();
  to.run('BEGIN');
  for (const [table, values] of rowsOf(folder, events))
    to.run(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`, ...values);
  to.run('COMMIT');
  to.close();
}
