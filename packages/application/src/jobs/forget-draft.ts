import { SYSTEM } from '../kernel/audit-entry.ts';
import { refTo } from '../store/collection.ts';
import { uploadRequests } from '../store/upload-requests.ts';
import type { Handler } from './handler.ts';

/** Removes an upload request that was not opened within a day, with its wrapped key. */
export const forgetDraft: Handler<'forget-draft'> = async (deps, { requestId }) => {
  await deps.runner.run({
    author: SYSTEM,
    refs: [refTo(uploadRequests, requestId)],
    serializeOn: requestId,
    apply: (uow) => {
      if (uow.find(uploadRequests, requestId)?.opened === null) uow.remove(uploadRequests, requestId);
    },
  });
  return undefined;
};
