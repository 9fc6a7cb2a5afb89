import { CODES } from '../connection/errors.js';

/** A change as it is sent. `version` of a remove or an expect is the one it was decided on. */
const CHANGE_ROW = `
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
 */
const COMMIT = `
CREATE OR REPLACE FUNCTION commit_changes(changes json, recorded json) RETURNS void
LANGUAGE plpgsql AS $body$
DECLARE
  rows change_row[];
  one record;
  stored bigint;
  moment bigint;
  own xid := pg_current_xact_id()::xid;
  inserts boolean;
  replaces boolean;
  removes boolean;
  expects boolean;
BEGIN
  IF changes IS NOT NULL THEN
    rows := ARRAY(SELECT c FROM json_populate_recordset(NULL::change_row, changes) AS c);
    SELECT bool_or(c.how = 'insert'), bool_or(c.how = 'replace'), bool_or(c.how = 'remove'), bool_or(c.how = 'expect')
      INTO inserts, replaces, removes, expects
      FROM unnest(rows) AS c;

    IF replaces OR removes OR expects THEN
      FOR one IN
        SELECT c.collection, c.id, c.how, CASE c.how WHEN 'replace' THEN c.version - 1 ELSE c.version END AS version
        FROM unnest(rows) AS c
        WHERE c.how <> 'insert'
        ORDER BY c.collection COLLATE "C", c.id COLLATE "C"
      LOOP
        IF one.how = 'expect' THEN
          SELECT version INTO stored FROM documents WHERE collection = one.collection AND id = one.id FOR SHARE;
        ELSE
          SELECT version INTO stored FROM documents WHERE collection = one.collection AND id = one.id FOR UPDATE;
        END IF;
        IF stored IS DISTINCT FROM one.version THEN
          RAISE EXCEPTION USING ERRCODE = '${CODES.versionConflict}', MESSAGE = 'version conflict',
            DETAIL = json_build_array(one.collection, one.id)::text;
        END IF;
      END LOOP;
    END IF;

    IF replaces OR removes THEN
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

    IF inserts THEN
      INSERT INTO documents (collection, id, version, schema, position, keys, unique_keys, body)
      SELECT c.collection, c.id, c.version, c.schema, c.position, c.keys, c.unique_keys, c.body::json
      FROM unnest(rows) AS c
      WHERE c.how = 'insert'
      ORDER BY c.collection COLLATE "C", c.id COLLATE "C"
      ON CONFLICT (collection, id) DO NOTHING;

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

    IF inserts OR replaces THEN
      INSERT INTO unique_keys (collection, key, id)
      SELECT c.collection, new.key, c.id
      FROM unnest(rows) AS c CROSS JOIN unnest(c.unique_keys) AS new(key)
      ORDER BY c.collection COLLATE "C", new.key COLLATE "C"
      ON CONFLICT (collection, key) DO NOTHING;

      SELECT c.collection, new.key INTO one
      FROM unnest(rows) AS c CROSS JOIN unnest(c.unique_keys) AS new(key)
      WHERE (SELECT k.id FROM unique_keys AS k WHERE k.collection = c.collection AND k.key = new.key) IS DISTINCT FROM c.id
      LIMIT 1;
      IF FOUND THEN
        RAISE EXCEPTION USING ERRCODE = '${CODES.duplicateKey}', MESSAGE = 'duplicate key',
          DETAIL = json_build_array(one.collection, one.key)::text;
      END IF;

      INSERT INTO keys (collection, key, position, id)
      SELECT c.collection, new.key, c.position, c.id
      FROM unnest(rows) AS c CROSS JOIN unnest(c.keys) AS new(key)
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

    SELECT e.id INTO one
    FROM ROWS FROM (json_to_recordset(recorded) AS (id uuid)) WITH ORDINALITY AS e(id, nth)
    WHERE NOT EXISTS (SELECT 1 FROM events AS o WHERE o.id = e.id AND o.place = moment AND o.nth = e.nth)
    LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION USING ERRCODE = '${CODES.duplicateKey}', MESSAGE = 'duplicate key',
        DETAIL = json_build_array('events', 'id:' || one.id)::text;
    END IF;
  END IF;
END $body$;
`;

/**
 * Counts calls of any buckets, in order, each at its own time. `used` is the number of a call within its window, null if it
 * was refused, and `ends_at` the end of the window.
 */
const TAKE = `
CREATE OR REPLACE FUNCTION take_limits(calls json) RETURNS TABLE (nth bigint, used bigint, ends_at bigint)
LANGUAGE plpgsql AS $body$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT c.bucket, c.at, c.milliseconds, c.most, c.nth
    FROM ROWS FROM (json_to_recordset(calls) AS (bucket text, at bigint, milliseconds bigint, most bigint))
      WITH ORDINALITY AS c(bucket, at, milliseconds, most, nth)
    ORDER BY c.bucket COLLATE "C", c.nth
  LOOP
    nth := one.nth;
    INSERT INTO limits AS l (bucket, ends_at, used) VALUES (one.bucket, one.at + one.milliseconds, 1)
    ON CONFLICT (bucket) DO UPDATE SET
      used = CASE WHEN l.ends_at <= one.at THEN 1 ELSE l.used + 1 END,
      ends_at = CASE WHEN l.ends_at <= one.at THEN excluded.ends_at ELSE l.ends_at END
    WHERE l.ends_at <= one.at OR l.used < one.most
    RETURNING l.used, l.ends_at INTO used, ends_at;
    IF NOT FOUND THEN
      used := NULL;
      SELECT l.ends_at INTO ends_at FROM limits AS l WHERE l.bucket = one.bucket;
    END IF;
    RETURN NEXT;
  END LOOP;
END $body$;
`;

export const FUNCTIONS = CHANGE_ROW + COMMIT + TAKE;
