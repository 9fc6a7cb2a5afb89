import { Unavailable } from '@strongroom/ports';
import type { PostgresqlAddress } from './connection/address.ts';
import { CallGuard } from './connection/call-guard.ts';
import { PostgresqlUnusable } from './connection/postgresql-unusable.ts';
import type { Session } from './connection/session.ts';
import type { Sessions } from './connection/sessions.ts';
import { newerVersionError, outagesOf, sessionsOf, unusableReason, withoutRights } from './opening/open.ts';
import { examineServer } from './opening/server.ts';
import { hasRights, isNewer, layoutOf } from './schema/make.ts';

export type PostgresqlInspection = Readonly<
  | { state: 'unfit'; reason: string }
  | {
      state: 'fits';
      version: string;
      database: string;
      /** Whether a commit waits for a standby, so that it survives the loss of the primary. */
      isReplicated: boolean;
      /** False before the first start of the service, which makes the tables. */
      hasTables: boolean;
    }
>;

/** Writes rows that a full disk has no room for. They are expired, and the transaction is rolled back. */
const TRY_WRITE = {
  text: `INSERT INTO limits (bucket, ends_at, used)
    SELECT 'tried:' || n || (SELECT string_agg(md5(random()::text || n || m), '') FROM generate_series(1, 50) AS m), 0, 0
    FROM generate_series(1, 256) AS n`,
};

/** Examines a database like a starting service, tries a write, and changes nothing. */
export async function inspectPostgresql(address: PostgresqlAddress): Promise<PostgresqlInspection> {
  let sessions: Sessions | undefined;
  let guard: CallGuard | undefined;
  try {
    const opened = sessionsOf(address, 'documents');
    sessions = opened;
    const made = new CallGuard('documents', outagesOf(opened));
    guard = made;
    return await made.run(() =>
      opened.use(async (session) => {
        const server = await examineServer(session);
        const layout = await layoutOf(session);
        if (layout !== undefined && isNewer(layout)) throw newerVersionError();
        if (layout !== undefined && !(await hasRights(session))) throw withoutRights();
        if (layout !== undefined) await tryWrite(session);
        return { state: 'fits', ...server, database: opened.database, hasTables: layout !== undefined };
      }, true),
    );
  } catch (error) {
    const known = error instanceof Unavailable ? unusableReason(error) : error;
    if (known instanceof PostgresqlUnusable) return { state: 'unfit', reason: known.message };
    throw error;
  } finally {
    guard?.close();
    sessions?.close();
  }
}

async function tryWrite(session: Session): Promise<void> {
  await session.run({ text: 'BEGIN' });
  await session.run(TRY_WRITE);
  await session.run({ text: 'ROLLBACK' });
}
