import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Store } from './store.ts';

type Body = Readonly<Record<string, string>> &
  Readonly<{ createdAt: number; confirmedAt: number; size: number; expiresAt: number; memberCount: number }> &
  Readonly<{ tokens: readonly { hash: string }[]; files: Readonly<Record<string, number>> }>;

/** How a document of the service becomes rows of the minimal program. */
const ROWS: Readonly<Record<string, (to: Store, body: Body) => void>> = {
  users: (to, { id, email, name, role, status, createdAt, tokens }) => {
    insert(to, 'users', [id, email, name, role, status, createdAt]);
    for (const { hash } of tokens) insert(to, 'tokens', [hash, id]);
  },
  rooms: (to, { id, name, description, label, createdBy, createdAt, memberCount, files }) => {
    insert(to, 'rooms', [id, name, description, label, createdBy, createdAt, memberCount, files.C2 ?? 0]);
  },
  memberships: (to, { roomId, userId, role, createdAt }) => {
    insert(to, 'members', [roomId, userId, role, createdAt]);
  },
  files: (to, { id, roomId, name, size, contentType, label, status, uploadedBy, confirmedAt, wrappedDek, iv, tag }) => {
    const made = [id, roomId, name, size, contentType, label, status, uploadedBy, confirmedAt, wrappedDek, iv, tag];
    insert(to, 'files', made);
  },
  'share-links': (to, { id, secretHash, fileId, createdBy, expiresAt }) => {
    insert(to, 'shares', [secretHash, id, fileId, createdBy, expiresAt, 0]);
  },
};

/** Creates the program's database from the documents of a stopped service. */
export function fillMinimal(folder: string, path: string, events: Readonly<{ count: number; roomId: string }>): void {
  const from = new DatabaseSync(join(folder, 'strongroom.db'), { readOnly: true });
  const to = new Store(path);
  to.create();
  to.run('BEGIN');
  let userId = '';
  for (const { collection, body } of from.prepare('SELECT collection, body FROM documents').iterate()) {
    const document = JSON.parse(String(body)) as Body;
    ROWS[String(collection)]?.(to, document);
    if (collection === 'users') userId = document.id ?? '';
  }
  for (let seq = 1; seq <= events.count; seq += 1)
    insert(to, 'events', [seq, `event ${seq}`, 'member.added', events.roomId, userId, Date.now(), '{}']);
  to.run('COMMIT');
  to.close();
  from.close();
}

function insert(to: Store, table: string, values: readonly (string | number | undefined)[]): void {
  to.run(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`, ...values.map((value) => value ?? ''));
}
