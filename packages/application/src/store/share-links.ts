import { everyMark, type Mark, markOf, marksToList, type SecretHash, type ShareLink } from '@strongroom/domain';
import { defineCollection, sameBody } from './collection.ts';

export const shareSecretKey = (hash: SecretHash): string => `secret:${hash}`;
/** Links that follow the current version of a file. */
export const linksOfFile = (fileId: string): string => `file:${fileId}`;
/** Links that name a version of a file. */
const pinnedLinksOf = (fileId: string): string => `pinned:${fileId}`;
/** Links that name this version. */
export const linksToVersion = (fileId: string, version: number): string => `pinned:${fileId}:${version}`;
/** Links that name a version of a file, by the label that a reader must be cleared for. */
export const pinnedLinks = (fileId: string, label: string): string => `file:${fileId}:pinned:${label}`;
/** All links of a file. */
export const everyLinkOf = (fileId: string): readonly string[] => [linksOfFile(fileId), pinnedLinksOf(fileId)];
/** Links of a room by the mark of their file, for lists. */
export const linksOfRoomByMark = (roomId: string, mark: Mark): string => `room:${roomId}:${mark}`;

/** All links of a room; `labels` are those of the store. */
export const linksOfRoom = (roomId: string, labels: readonly string[]): readonly string[] =>
  everyMark(labels).map((mark) => linksOfRoomByMark(roomId, mark));

/** As `linksOfFile`, of one creator. */
export const linksOfFileBy = (fileId: string, userId: string): string => `file:${fileId}:by:${userId}`;
/** As `pinnedLinks`, of one creator. */
export const pinnedLinksBy = (fileId: string, label: string, userId: string): string =>
  `file:${fileId}:pinned:${label}:by:${userId}`;
/** As `linksOfRoomByMark`, of one creator. */
export const linksOfRoomBy = (roomId: string, mark: Mark, userId: string): string =>
  `room:${roomId}:${mark}:by:${userId}`;

const keysOf = (link: ShareLink): readonly string[] => [
  ...(link.version === undefined
    ? [linksOfFile(link.fileId), linksOfFileBy(link.fileId, link.createdBy)]
    : [
        pinnedLinksOf(link.fileId),
        linksToVersion(link.fileId, link.version),
        pinnedLinks(link.fileId, link.label),
        pinnedLinksBy(link.fileId, link.label, link.createdBy),
      ]),
  ...marksToList(markOf(link.label, link.zone)).flatMap((mark) => [
    linksOfRoomByMark(link.roomId, mark),
    linksOfRoomBy(link.roomId, mark, link.createdBy),
  ]),
];

export const shareLinks = defineCollection<ShareLink>({
  name: 'share-links',
  // Schema 2 adds list keys by room and label, schema 3 those by creator. Schema 4 has no key for all links of a room, and may name a version.
  upcasts: [sameBody, sameBody, sameBody],
  earlier: {
    schema: 3,
    body: (link) => (link.version === undefined ? link : undefined),
    keys: (link) => [...keysOf(link), `room:${link.roomId}`],
  },
  id: (link) => link.id,
  position: (link) => link.createdAt,
  keys: keysOf,
  uniqueKeys: (link) => [shareSecretKey(link.secretHash)],
});
