import { auditKeysIn, folderKeeper, openSqliteToRead, StoreUnusable, systemClock } from '@strongroom/adapter-local';
import { examineLog } from '@strongroom/application';
import { Unavailable } from '@strongroom/ports';
import type { Embedded, LogSeen } from '../command/embedded.ts';

/** Examines the audit log of a database file that may be in use, without changing anything. */
export const inspectLog: Embedded['inspectLog'] = async (file, keys, { folders, isWhole }) => {
  try {
    const documents = openSqliteToRead({ path: file });
    try {
      const keepers = folders.map(folderKeeper);
      const found = await examineLog(
        { documents, auditKeys: auditKeysIn(keys), clock: systemClock, keepers },
        { isWhole },
      );
      return found === undefined ? { state: 'none' } : seen(found);
    } finally {
      await documents.close();
    }
  } catch (error) {
    if (error instanceof StoreUnusable && error.code === 'older-schema') return { state: 'none' };
    if (error instanceof StoreUnusable || error instanceof Unavailable)
      return { state: 'unreadable', reason: error.message.replace(/\.$/u, '') };
    throw error;
  }
};

const seen = ({ keyFault, fault, ...rest }: NonNullable<Awaited<ReturnType<typeof examineLog>>>): LogSeen => ({
  state: 'seen',
  ...rest,
  keyFault: keyFault?.message,
  fault: fault && { code: fault.code, reason: fault.message },
});
