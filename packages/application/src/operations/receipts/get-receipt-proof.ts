import { DomainError, type ReceiptId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { proveEvent } from '../../steps/audit/prove-event.ts';
import { getReceipt } from './get-receipt.ts';

/**
 * The proof that the log holds the event `room.destroyed` of a receipt. Throws RECEIPT_NOT_FOUND, RECEIPT_NOT_COMPLETE, and
 * EVENT_NOT_FOUND once the event was erased; Unavailable for a log that cannot be signed.
 */
export const getReceiptProof =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'checkpointer' | 'labelRules' | 'log'>) =>
  async (ctx: SignedIn, { receiptId }: Readonly<{ receiptId: ReceiptId }>): Promise<string> => {
    const { roomId, completedAt } = await getReceipt(deps)(ctx, { receiptId });
    if (completedAt === null) throw new DomainError('RECEIPT_NOT_COMPLETE');
    const { audit } = deps.documents;
    // The receipt decides who may see this event: its room has its label, and the person who deleted the room need not be
    // cleared for that any more.
    const labels = ['', ...deps.labelRules.scheme.map(({ label }) => label)];
    const [event] = await audit.list({ labels, roomId, type: 'room.destroyed' }, { limit: 1 });
    const [text] = event === undefined ? [] : await audit.texts(event.seq, 1);
    if (event === undefined || text === undefined) throw new DomainError('EVENT_NOT_FOUND');
    return proveEvent(deps, { seq: event.seq, text });
  };
