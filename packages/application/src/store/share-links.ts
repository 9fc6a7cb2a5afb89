import {
  type AnyLink,
  everyMark,
  isPackage,
  type Mark,
  markOf,
  marksToList,
  type PackageLink,
  type SecretHash,
  type ShareLink,
} from '@strongroom/domain';
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

/** The packages of a room. */
export const packagesOfRoom = (roomId: string): string => `packages:${roomId}`;
/** Like `packagesOfRoom`, of one creator. */
export const packagesOfRoomBy = (roomId: string, userId: string): string => `packages:${roomId}:by:${userId}`;

/** All links of a room; `labels` are those of the store. */
export const linksOfRoom = (roomId: string, labels: readonly string[]): readonly string[] => [
  ...everyMark(labels).map((mark) => linksOfRoomByMark(roomId, mark)),
  packagesOfRoom(roomId),
];

/** Like `linksOfFile`, of one creator. */
export const linksOfFileBy = (fileId: string, userId: string): string => `file:${fileId}:by:${userId}`;
/** Like `pinnedLinks`, of one creator. */
export const pinnedLinksBy = (fileId: string, label: string, userId: string): string =>
  `file:${fileId}:pinned:${label}:by:${userId}`;
/** Like `linksOfRoomByMark`, of one creator. */
export const linksOfRoomBy = (roomId: string, mark: Mark, userId: string): string =>
  `room:${roomId}:${mark}:by:${userId}`;

const keysOf = (link: AnyLink): readonly string[] => (isPackage(link) ? keysOfPackage(link) : keysOfLink(link));

const keysOfPackage = ({ roomId, createdBy }: PackageLink): readonly string[] => [
  packagesOfRoom(roomId),
  packagesOfRoomBy(roomId, createdBy),
];

const keysOfLink = (link: ShareLink): readonly string[] => [
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

/** The last release knows links to one file, without a version. */
function bodyOfLastRelease(link: AnyLink) {
  if (isPackage(link) || link.version !== undefined) return undefined;
  const { kind: _, ...body } = link;
  return body;
}

/** Links to one file, and packages. */
export const shareLinks = defineCollection<AnyLink>({
  name: 'share-links',
  // Schema 2 adds list keys by room and label, schema 3 those by creator. Schema 4 has no key for all links of a room,
  // may name a version, and has packages.
  oldest: 3,
  upcasts: [sameBody],
  earlier: {
    schema: 3,
    body: bodyOfLastRelease,
    keys: (link) => [...keysOf(link), `room:${link.roomId}`],
  },
  id: (link) => link.id,
  position: (link) => link.createdAt,
  keys: keysOf,
  uniqueKeys: (link) => [shareSecretKey(link.secretHash)],
});

/** A link to one file; undefined for a package. */
export const fileLink = (link: AnyLink | undefined): ShareLink | undefined =>
  link === undefined || isPackage(link) ? undefined : link;
