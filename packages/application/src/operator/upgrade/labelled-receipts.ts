import type { Receipt } from '@strongroom/domain';
import type { Ports } from '../../kernel/deps.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { rooms } from '../../store/rooms.ts';

/** The receipts with the labels of their rooms, which outlive them. One whose room is gone stays without. */
export async function labelledReceipts(
  { documents }: Pick<Ports, 'documents'>,
  all: readonly Receipt[],
): Promise<readonly Receipt[]> {
  const found = await documents.read(all.map(({ roomId }) => refTo(rooms, roomId)));
  return all.map((receipt, index) => {
    const room = found[index];
    return receipt.label !== undefined || room === undefined
      ? receipt
      : { ...receipt, label: stateOf(rooms, room).label };
  });
}
