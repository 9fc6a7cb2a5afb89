import { allows, type LabelRules, type LiveRoom, type Membership, type Subject } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { IdentityMap } from '../../kernel/identity-map.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { inboxItems, uploadRequests } from '../../store/upload-requests.ts';
import { folderRef, pathOf } from '../requests/at-request.ts';
import type { NewsEvent } from './news-events.ts';

/** The reader in a room that they see. */
export type ReaderAt = Readonly<{
  subject: Subject;
  labelRules: LabelRules;
  room: LiveRoom;
  membership: Membership | undefined;
}>;

/** The number of files that came into the inbox and wait there, of those that the reader sees. */
export async function numberReceived(
  { documents }: Pick<Deps, 'documents'>,
  at: ReaderAt,
  events: readonly NewsEvent[],
): Promise<number> {
  let number = 0;
  for (const event of events) {
    if (event.kind !== 'received') continue;
    const [found, asked] = await documents.read([
      refTo(inboxItems, event.itemId),
      refTo(uploadRequests, event.requestId),
    ]);
    const item = found && stateOf(inboxItems, found);
    if (item?.status !== 'waiting' || asked === undefined) continue;
    const snapshot = new IdentityMap([], []);
    const refs = item.folderId === null ? [] : [folderRef(item.folderId)];
    snapshot.add(refs, await documents.read(refs));
    const request = stateOf(uploadRequests, asked);
    if (allows('inbox.see', { ...at, item, request, requestPlace: pathOf(snapshot, item.folderId) })) number++;
  }
  return number;
}
