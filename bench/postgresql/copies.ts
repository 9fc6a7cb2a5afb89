import { type Client, type Row, withClient } from './client.ts';
import { idAt, type Place } from './copied-ids.ts';
import { copyEvents } from './copied-log.ts';
import { growthRows, sizesOf } from './table-sizes.ts';

/** Files that one statement copies: the server holds their list keys until it has written them. */
const LOT = 65_536;
/** Ids that the measured operations ask for, spread over the copies. */
const ASKED = 1000;

/** A server that stops meanwhile would lose copies only. */
const WHILE_COPYING = {
  fsync: 'off',
  full_page_writes: 'off',
  max_wal_size: "'8GB'",
  checkpoint_timeout: "'1h'",
  autovacuum: 'off',
};

/**
 * Copies the newest file of each room, with its two events, inside the database: over HTTP, ten million files would take
 * hours. A copy has its own id, name and millisecond before those of its original, and the rooms take turns. Returns ids of
 * copies, and what a file and an event added to the tables.
 */
export async function addFiles(url: string, count: number, rooms: readonly string[]) {
  return withClient(url, async (client) => {
    await configure(client, WHILE_COPYING);
    const originals = await originalsOf(client, rooms);
    const place = { start: Math.min(...originals.map(({ position }) => Number(position))) - count - 1, count };
    const ids = originals.map(({ id }) => String(id));
    const filled = originals.map(({ room }) => String(room));
    const before = await sizesOf(client);
    await Promise.all([copyFiles(client, ids, place), withClient(url, (own) => copyEvents(own, ids, place))]);
    const growth = growthRows(before, await sizesOf(client), { file: count, event: 2 * count });
    await countFiles(client, filled, count);
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
    await configure(client, Object.fromEntries(Object.keys(WHILE_COPYING).map((name) => [name, 'DEFAULT'])));
    const { rows } = await client.query(
      `SELECT ${idAt('$1::bigint + n', 'n')} AS id FROM generate_series(1, $2::bigint, $3::bigint) AS n`,
      [place.start, count, Math.max(1, Math.floor(count / ASKED))],
    );
    return { fileIds: rows.map(({ id }) => String(id)), growth };
  });
}

async function configure(client: Client, settings: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) await client.query(`ALTER SYSTEM SET ${name} = ${value}`);
  await client.query('SELECT pg_reload_conf()');
}

/** The newest file of each room that has one: a busy service may have refused an upload. */
async function originalsOf(client: Client, rooms: readonly string[]): Promise<readonly Row[]> {
  const { rows } = await client.query(
    `SELECT room.id AS room, newest.id, newest.position FROM unnest($1::text[]) WITH ORDINALITY AS room(id, nth)
      CROSS JOIN LATERAL (SELECT id, position FROM keys
        WHERE collection = 'files' AND key = 'room:' || room.id || ':C2' ORDER BY position DESC LIMIT 1) AS newest
      ORDER BY nth`,
    [rooms],
  );
  if (rows.length === 0) throw new Error('no room has a file to copy');
  return rows;
}

/** Without the mark of an upload name that is to be swept; otherwise the sweep would begin with the copies. */
const COPY_FILES = `
  WITH originals AS MATERIALIZED (
    SELECT nth, version, schema, array_remove(keys, 'unswept') AS keys, unique_keys,
      replace(replace(replace(replace(replace(body::text, '%', '%%'), d.id, '%1$s'), position::text, '%2$s'),
        '"name":"', '"name":"%3$s '), '"swept":false', '"swept":true') AS form
    FROM unnest($1::text[]) WITH ORDINALITY AS of(id, nth) JOIN documents AS d ON d.collection = 'files' AND d.id = of.id
  ), copies AS (
    SELECT n, $2::bigint + n AS position, ${idAt('$2::bigint + n', 'n')} AS id
    FROM generate_series($3::bigint, $4::bigint) AS n
  ), added AS (
    INSERT INTO documents (collection, id, version, schema, position, keys, unique_keys, body)
    SELECT 'files', c.id, version, schema, c.position, keys, unique_keys, format(form, c.id, c.position, n)::json
    FROM copies AS c JOIN originals ON nth = 1 + n % cardinality($1)
    RETURNING keys, position, id
  )
  INSERT INTO keys (collection, key, position, id) SELECT 'files', unnest(keys), position, id FROM added`;

async function copyFiles(client: Client, ids: readonly string[], { start, count }: Place): Promise<void> {
  for (let from = 1; from <= count; from += LOT) {
    const until = Math.min(count, from + LOT - 1);
    await client.query(COPY_FILES, [ids, start, from, until]);
    process.stderr.write(`${until} files\n`);
  }
}

/** Adds the copies to the counters of rooms and of their top folders. */
async function countFiles(client: Client, rooms: readonly string[], count: number): Promise<void> {
  const added = rooms.map((_, at) => Math.floor((count - at) / rooms.length) + (at === 0 ? 0 : 1));
  for (const [collection, suffix] of [
    ['rooms', ''],
    ['folders', '/\n'],
  ])
    await client.query(
      `UPDATE documents AS d
        SET body = jsonb_set(body::jsonb, '{files,C2}', to_jsonb((body #>> '{files,C2}')::numeric + added))::json
        FROM unnest($1::text[], $2::bigint[]) AS of(id, added)
        WHERE collection = $3 AND d.id = of.id || $4`,
      [rooms, added, collection, suffix],
    );
}
