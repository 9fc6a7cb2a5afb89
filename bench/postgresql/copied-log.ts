import type { Facets } from '@strongroom/ports';
import type { Client } from './client.ts';
import { idAt, type Place } from './copied-ids.ts';
import { LogTail } from './log-tail.ts';

/** Events that one statement copies. */
const LOT = 65_536;

type LoggedEvent = Awaited<ReturnType<typeof LogTail.of>>['events'][number];
/** An event as a pattern of its copies. */
type Pattern = Readonly<{ head: string; tail: string; ip: unknown; salt: unknown; facets: Facets }>;

const AT = '$6::bigint + 1 + e / 2';
const COPY_EVENTS = `
  WITH patterns AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS p(head, tail, ip, salt, nth)
  ), copies AS (
    SELECT e, $5::bigint + e AS seq, ip, salt, ${idAt(AT, `('event ' || e)`)} AS id,
      to_char(to_timestamp((${AT}) / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time,
      head AS head_form, format(tail, ${idAt(AT, '(1 + e / 2)')}) AS tail
    FROM generate_series($7::bigint, $8::bigint) AS e
    JOIN patterns ON nth = 1 + 2 * ((1 + e / 2) % (cardinality($1) / 2)) + e % 2
  ), written AS (
    SELECT *, format(head_form, id, time, md5('salt ' || e)) AS head FROM copies
  )
  INSERT INTO events (id, place, nth, seq, entry, head, tail, ip, ip_salt)
  SELECT id::uuid, $9::bigint + e, 1, seq, sha256(convert_to(head || seq || tail, 'UTF8')), head, tail, ip, salt
  FROM written`;

/**
 * Appends copies of the two events of each file, numbered, with their hashes in the tree and the index of full blocks, as the
 * service would have written them.
 */
export async function copyEvents(client: Client, files: readonly string[], { start, count }: Place): Promise<void> {
  const { tail, events } = await LogTail.of(client);
  const patterns = files.flatMap((id) => patternsOf(id, events));
  if (patterns.length !== 2 * files.length) throw new Error('a file to copy has not two events');
  const first = tail.size;
  const { rows } = await client.query(`SELECT nextval('places') AS place`);
  const place = Number(rows[0]?.place) + 1;
  const columns = (['head', 'tail', 'ip', 'salt'] as const).map((column) => patterns.map((pattern) => pattern[column]));
  for (let from = 0; from < 2 * count; from += LOT) {
    const until = Math.min(2 * count, from + LOT);
    await client.query(COPY_EVENTS, [...columns, first, start, from, until - 1, place]);
    await tail.grow(until - from, (at) => {
      const event = from + at;
      const file = 1 + Math.floor(event / 2);
      const { terms = [] } = patterns[2 * (file % files.length) + (event % 2)]?.facets ?? {};
      return { terms, occurredAt: (start + file) as Facets['occurredAt'] };
    });
  }
  await client.query(`SELECT setval('places', $1)`, [place + 2 * count]);
}

/** The events by which a file came, without what differs between copies. */
function patternsOf(fileId: string, events: readonly LoggedEvent[]): readonly Pattern[] {
  return events
    .filter(({ row }) => String(row['tail']).includes(`"target":{"id":"${fileId}"`))
    .map(({ text, facets, row }) => {
      const { id, occurred_at: time, salt } = JSON.parse(text) as Record<'id' | 'occurred_at' | 'salt', string>;
      const head = String(row['head'])
        .replaceAll('%', '%%')
        .replace(id, '%1$s')
        .replace(`"occurred_at":"${time}"`, '"occurred_at":"%2$s"')
        .replace(salt, '%3$s');
      const tail = String(row['tail']).replaceAll('%', '%%').replace(fileId, '%1$s');
      return { head, tail, ip: row['ip'], salt: row['ip_salt'], facets };
    });
}
