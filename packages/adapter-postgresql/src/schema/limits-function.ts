import { functionOf } from './database-function.ts';

/**
 * Counts calls of any buckets, in order, each at its own time. `used` is the number of a call within its window, null if it
 * was refused, and `ends_at` the end of the window. The first call of a bucket locks its row, which is written once more for
 * all others.
 */
export const TAKE = functionOf(
  'take_limits(calls json) RETURNS TABLE (nth bigint, used bigint, ends_at bigint)',
  `
DECLARE
  one record;
  current text;
  counted bigint;
  ending bigint;
  grew boolean := false;
BEGIN
  FOR one IN
    SELECT c.bucket, c.at, c.milliseconds, c.most, c.nth
    FROM ROWS FROM (json_to_recordset(calls) AS (bucket text, at bigint, milliseconds bigint, most bigint))
      WITH ORDINALITY AS c(bucket, at, milliseconds, most, nth)
    ORDER BY c.bucket COLLATE "C", c.nth
  LOOP
    IF one.bucket IS DISTINCT FROM current THEN
      IF grew THEN
        UPDATE limits AS l SET used = counted, ends_at = ending WHERE l.bucket = current;
      END IF;
      current := one.bucket;
      grew := false;
      INSERT INTO limits AS l (bucket, ends_at, used) VALUES (one.bucket, one.at + one.milliseconds, 1)
      ON CONFLICT (bucket) DO UPDATE SET
        used = CASE WHEN l.ends_at <= one.at THEN 1 ELSE l.used + 1 END,
        ends_at = CASE WHEN l.ends_at <= one.at THEN excluded.ends_at ELSE l.ends_at END
      WHERE l.ends_at <= one.at OR l.used < one.most
      RETURNING l.used, l.ends_at INTO counted, ending;
      used := counted;
      IF NOT FOUND THEN
        SELECT l.used, l.ends_at INTO counted, ending FROM limits AS l WHERE l.bucket = one.bucket;
      END IF;
    ELSIF ending <= one.at THEN
      counted := 1;
      ending := one.at + one.milliseconds;
      used := counted;
      grew := true;
    ELSIF counted < one.most THEN
      counted := counted + 1;
      used := counted;
      grew := true;
    ELSE
      used := NULL;
    END IF;
    nth := one.nth;
    ends_at := ending;
    RETURN NEXT;
  END LOOP;
  IF grew THEN
    UPDATE limits AS l SET used = counted, ends_at = ending WHERE l.bucket = current;
  END IF;
END `,
);
