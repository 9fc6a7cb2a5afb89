import {
  type Action,
  allows,
  type InboxItem,
  MAX_ENDED_REQUESTS,
  MAX_LIVING_REQUESTS,
  type RoomId,
  type WaitingItem,
} from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { IdentityMap, type Snapshot } from '../../kernel/identity-map.ts';
import { type InRoom, inRoom } from '../../kernel/in-room.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { withoutScopes } from '../../kernel/sight.ts';
import { folderRef, pathOf } from '../../steps/requests/at-request.ts';
import { distinctRefs, refTo, stateOf } from '../../store/collection.ts';
import {
  inboxItems,
  inboxOfRequest,
  inboxOfRoom,
  requestsOfRoomBy,
  uploadRequests,
} from '../../store/upload-requests.ts';
import { seesAllRequests } from '../upload-requests/read-upload-requests.ts';

const INBOX_ACTIONS = ['inbox.accept', 'inbox.download', 'inbox.refuse'] as const;
type InboxMay = Extract<Action, (typeof INBOX_ACTIONS)[number]>;

/** A file that waits in the inbox, as the caller sees it. */
export type ItemSeen = Readonly<{ item: WaitingItem; may?: readonly InboxMay[] }>;

type ListInboxInput = PageRequest & Readonly<{ roomId: RoomId }>;
type ListDeps = OperationDeps & Pick<Deps, 'documents' | 'lists'>;

/**
 * Files that wait in the inbox of a room, newest first: all for its owners; for others what came by their requests, while they
 * may add files to the folder. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR.
 */
export const listInbox =
  (deps: ListDeps) =>
  async (ctx: SignedIn, { roomId, ...page }: ListInboxInput): Promise<ListedPage<ItemSeen>> => {
    deps.lists.check('inbox', page);
    const found = await inRoom(deps, ctx, roomId, { action: 'inbox.list', apply: (_, seen) => seen });
    const seesAll = seesAllRequests(withoutScopes(found), roomId);
    const { items, meta } = await deps.lists.page(
      {
        name: `inbox:${roomId}:${seesAll ? 'all' : found.user.id}`,
        collection: inboxItems,
        selection: { anyOf: seesAll ? [inboxOfRoom(roomId)] : await inboxOfMaker(deps, found) },
      },
      page,
    );
    const waiting = items.filter((item) => item.status === 'waiting');
    if (page.may !== true) return { items: waiting.map((item) => ({ item })), meta };
    const snapshot = await readAll(deps, waiting.flatMap(placeRefs));
    return { items: waiting.map((item) => ({ item, may: mayOfItem(found, snapshot, item) })), meta };
  };

const placeRefs = ({ requestId, folderId }: InboxItem): readonly Ref[] => [
  refTo(uploadRequests, requestId),
  ...(folderId === null ? [] : [folderRef(folderId)]),
];

function mayOfItem(found: InRoom, snapshot: Snapshot, item: InboxItem): readonly InboxMay[] {
  const request = snapshot.find(uploadRequests, item.requestId);
  const facts = { ...found, item, request, requestPlace: pathOf(snapshot, item.folderId) };
  return INBOX_ACTIONS.filter((action) => allows(action, facts));
}

/** The list keys of items that came by upload requests of the caller into folders that the caller may still add to. */
async function inboxOfMaker({ documents }: Pick<Deps, 'documents'>, found: InRoom): Promise<readonly string[]> {
  const listed = await documents.list(
    uploadRequests.name,
    { anyOf: [requestsOfRoomBy(found.room.id, found.user.id)] },
    { limit: 2 * (MAX_LIVING_REQUESTS + MAX_ENDED_REQUESTS) },
  );
  const requests = listed.map((document) => stateOf(uploadRequests, document)).filter(({ waiting }) => waiting > 0);
  const snapshot = await readAll(
    { documents },
    requests.flatMap(({ folderId }) => (folderId === null ? [] : [folderRef(folderId)])),
  );
  const open = requests.filter((request) => {
    const item = { roomId: request.roomId };
    const facts = { ...withoutScopes(found), request, requestPlace: pathOf(snapshot, request.folderId) };
    return allows('inbox.see', { ...facts, item });
  });
  // A list without keys would be a list of everything.
  return [inboxOfRequest(''), ...open.map(({ id }) => inboxOfRequest(id))];
}

const IN_ONE_READ = 200;

async function readAll({ documents }: Pick<Deps, 'documents'>, refs: readonly Ref[]): Promise<Snapshot> {
  const all = distinctRefs(refs);
  const snapshot = new IdentityMap([], []);
  for (let start = 0; start < all.length; start += IN_ONE_READ) {
    const slice = all.slice(start, start + IN_ONE_READ);
    snapshot.add(slice, await documents.read(slice));
  }
  return snapshot;
}
