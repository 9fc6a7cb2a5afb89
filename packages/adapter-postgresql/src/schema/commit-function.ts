import { CODES } from '../connection/errors.ts';
import { functionOf } from './database-function.ts';

/** A change as it is sent. `version` of a remove or an expect is the one it was decided on. */
export const CHANGE_ROW = `
CREATE TYPE change_row AS (
  how text, collection text, id text, version bigint, schema bigint, position bigint, keys text[], unique_keys text[], body text
);
`;

/**
 * Writes a commit, all or nothing, in one round trip.
 *
 * INVARIANT: first locks every document that the commit was decided on, in byte order of their names, so that two commits
 * never wait for each other, and then compares versions. A share lock for a document that is only expected lets others
 * expect it too, and keeps every other commit from changing it until this commit is visible: write skew is impossible. Each
 * statement sees what was committed before it (READ COMMITTED), so versions and keys are compared after the wait.
 *
 * Keys are written only where a document is new, or has other keys or another position than before (`moves`). A statement that
 * wrote as many rows as it was given met no row of another commit, so only fewer are looked at.
 */
export const COMMIT = functionOf(
  'commit_changes(changes json, recorded json) RETURNS void',
  `
DECLARE
  rows change_row[];
  one record;
  stored bigint;
  moment bigint;
  own xid := pg_current_xact_id()::xid;
  inserts bigint;
  replaces boolean;
  removes boolean;
  expects boolean;
  moves boolean := false;
  differs boolean;
  wanted bigint;
  written bigint;
BEGIN
  IF changes IS NOT NULL THEN
    SELECT array_agg(c), count(*) FILTER (WHERE c.how = 'insert'),
        bool_or(c.how = 'replace'), bool_or(c.how = 'remove'), bool_or(c.how = 'expect')
      INTO rows, inserts, replaces, removes, expects
      FROM json_populate_recordset(NULL::change_row, changes) AS c;

    IF replaces OR removes OR expects THEN
      FOR one IN
        SELECT c.collection, c.id, c.how, CASE c.how WHEN 'replace' THEN c.version - 1 ELSE c.version END AS version,
          c.position, c.keys, c.unique_keys
        FROM unnest(rows) AS c
        WHERE c.how <> 'insert'
        ORDER BY c.collection COLLATE "C", c.id COLLATE "C"
      LOOP
        IF one.how = 'expect' THEN
          SELECT version INTO stored FROM documents WHERE collection = one.collection AND id = one.id FOR SHARE;
        ELSE
          SELECT version, (position, keys, unique_keys) IS DISTINCT FROM (one.position, one.keys, one.unique_keys)
            INTO stored, differs
            FROM documents WHERE collection = one.collection AND id = one.id FOR UPDATE;
          moves := moves OR differs;
        END IF;
        IF stored IS DISTINCT FROM one.version THEN
          RAISE EXCEPTION USING ERRCODE = '${CODES.versionConflict}', MESSAGE = 'version conflict',
            DETAIL = json_build_array(one.collection, one.id)::text;
        END IF;
      END LOOP;
    END IF;

    IF moves THEN
      -- Keys that the new state does not have. They are free before other documents of this commit take them.
      DELETE FROM unique_keys AS k USING (
        SELECT o.collection, old.key, o.id
        FROM unnest(rows) AS c
        JOIN documents AS o ON o.collection = c.collection AND o.id = c.id
        CROSS JOIN unnest(o.unique_keys) AS old(key)
        WHERE c.how IN ('replace', 'remove')
        EXCEPT
        SELECT c.collection, new.key, c.id FROM unnest(rows) AS c CROSS JOIN unnest(c.unique_keys) AS new(key)
      ) AS gone
      WHERE k.collection = gone.collection AND k.key = gone.key AND k.id = gone.id;

      DELETE FROM keys AS k USING (
        SELECT o.collection, old.key, o.position, o.id
        FROM unnest(rows) AS c
        JOIN documents AS o ON o.collection = c.collection AND o.id = c.id
        CROSS JOIN unnest(o.keys) AS old(key)
        WHERE c.how IN ('replace', 'remove')
        EXCEPT
        SELECT c.collection, new.key, c.position, c.id FROM unnest(rows) AS c CROSS JOIN unnest(c.keys) AS new(key)
      ) AS gone
      WHERE k.collection = gone.collection AND k.key = gone.key AND k.position = gone.position AND k.id = gone.id;
    END IF;

    IF removes THEN
      DELETE FROM documents AS o USING unnest(rows) AS c
      WHERE c.how = 'remove' AND o.collection = c.collection AND o.id = c.id;
    END IF;

    IF replaces THEN
      UPDATE documents AS o
      SET version = c.version, schema = c.schema, position = c.position, keys = c.keys, unique_keys = c.unique_keys,
          body = c.body::json
      FROM unnest(rows) AS c
      WHERE c.how = 'replace' AND o.collection = c.collection AND o.id = c.id;
    END IF;

    IF inserts > 0 THEN
      INSERT INTO documents (collection, id, version, schema, position, keys, unique_keys, body)
      SELECT c.collection, c.id, c.version, c.schema, c.position, c.keys, c.unique_keys, c.body::json
      FROM unnest(rows) AS c
      WHERE c.how = 'insert'
      ORDER BY c.collection COLLATE "C", c.id COLLATE "C"
      ON CONFLICT (collection, id) DO NOTHING;
      GET DIAGNOSTICS written = ROW_COUNT;

      IF written < inserts THEN
        -- A row that another transaction made.
        SELECT c.collection, c.id INTO one
        FROM unnest(rows) AS c
        WHERE c.how = 'insert'
          AND (SELECT o.xmin FROM documents AS o WHERE o.collection = c.collection AND o.id = c.id) <> own
        LIMIT 1;
        IF FOUND THEN
          RAISE EXCEPTION USING ERRCODE = '${CODES.duplicateKey}', MESSAGE = 'duplicate key',
            DETAIL = json_build_array(one.collection, 'id:' || one.id)::text;
        END IF;
      END IF;
    END IF;

    IF inserts > 0 OR moves THEN
      SELECT sum(cardinality(c.unique_keys)) INTO wanted FROM unnest(rows) AS c WHERE c.how = 'insert' OR moves;
      IF wanted > 0 THEN
        INSERT INTO unique_keys (collection, key, id)
        SELECT c.collection, new.key, c.id
        FROM unnest(rows) AS c CROSS JOIN unnest(c.unique_keys) AS new(key)
        WHERE c.how = 'insert' OR moves
        ORDER BY c.collection COLLATE "C", new.key COLLATE "C"
        ON CONFLICT (collection, key) DO NOTHING;
        GET DIAGNOSTICS written = ROW_COUNT;

        IF written < wanted THEN
          SELECT c.collection, new.key INTO one
          FROM unnest(rows) AS c CROSS JOIN unnest(c.unique_keys) AS new(key)
          WHERE (SELECT k.id FROM unique_keys AS k WHERE k.collection = c.collection AND k.key = new.key) IS DISTINCT FROM c.id
          LIMIT 1;
          IF FOUND THEN
            RAISE EXCEPTION USING ERRCODE = '${CODES.duplicateKey}', MESSAGE = 'duplicate key',
              DETAIL = json_build_array(one.collection, one.key)::text;
          END IF;
        END IF;
      END IF;

      -- In the order of the index, so that neighbours meet a page that was just written.
      INSERT INTO keys (collection, key, position, id)
      SELECT c.collection, new.key, c.position, c.id
      FROM unnest(rows) AS c CROSS JOIN unnest(c.keys) AS new(key)
      WHERE c.how = 'insert' OR moves
      ORDER BY c.collection COLLATE "C", new.key COLLATE "C", c.position, c.id COLLATE "C"
      ON CONFLICT DO NOTHING;
    END IF;
  END IF;

  IF recorded IS NOT NULL THEN
    -- Drawn while the commit runs, so it is greater than that of every commit that was answered before.
    moment := nextval('places');
    INSERT INTO events (id, place, nth, head, tail, ip, ip_salt)
    SELECT e.id, moment, e.nth, e.head, e.tail, e.ip, e.ip_salt
    FROM ROWS FROM (json_to_recordset(recorded) AS (id uuid, head text, tail text, ip text, ip_salt text))
      WITH ORDINALITY AS e(id, head, tail, ip, ip_salt, nth)
    ON CONFLICT (id) DO NOTHING;
    GET DIAGNOSTICS written = ROW_COUNT;

    IF written < json_array_length(recorded) THEN
      SELECT e.id INTO one
      FROM ROWS FROM (json_to_recordset(recorded) AS (id uuid)) WITH ORDINALITY AS e(id, nth)
      WHERE NOT EXISTS (SELECT 1 FROM events AS o WHERE o.id = e.id AND o.place = moment AND o.nth = e.nth)
      LIMIT 1;
      RAISE EXCEPTION USING ERRCODE = '${CODES.duplicateKey}', MESSAGE = 'duplicate key',
        DETAIL = json_build_array('events', 'id:' || one.id)::text;
    END IF;
  END IF;
END `,
);
