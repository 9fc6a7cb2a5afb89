import type { Room, File as RoomFile, Share, ShareFile } from '@strongroom/client';
import { firstNames } from '../../../base/first-names.ts';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { may } from '../../../base/may.ts';
import { dayOf } from '../base/last-day.ts';
import { DAY_MS, type LinkTerms, LONGEST_DAYS } from './link-terms.ts';

type Terms = Pick<Share, 'recipient' | 'name' | 'message' | 'max_downloads' | 'created_at' | 'expires_at'>;

/** The terms of a link for a new one: the same texts, the same cap, and as many days as it was made for. */
export function termsAgain(link: Terms, now: number): LinkTerms {
  const days = Math.floor((Date.parse(link.expires_at) - Date.parse(link.created_at)) / DAY_MS);
  const end = now + Math.min(Math.max(days, 1), LONGEST_DAYS - 1) * DAY_MS;
  return {
    recipient: link.recipient ?? '',
    name: link.name ?? '',
    message: link.message ?? '',
    day: dayOf(new Date(end).toISOString()),
    cap: link.max_downloads === null ? '' : String(link.max_downloads),
  };
}

/** Whether the reader may make links, as far as the room tells it. */
export const mayMakeLinks = (room: Room): boolean => may(room, 'package.create');

/** A file of a link as it is now; `undefined` if it went away since the link listed it. */
export type FileAgain = Readonly<{ listed: Pick<ShareFile, 'folder' | 'version'>; file: RoomFile | undefined }>;

/** The files that a new link gives, with the folders in which the old one shows them, and sentences about the others. */
export type ContentAgain = Readonly<{
  files: readonly RoomFile[];
  folders: readonly string[];
  notes: readonly string[];
}>;

/** `total`: the files that the old link was made with, where the reader may know it. */
export function contentAgain(listed: readonly FileAgain[], total: number | null): ContentAgain {
  const present = listed.flatMap(({ listed: { folder, version }, file }) =>
    file === undefined ? [] : [{ file, folder, version }],
  );
  const given = present.filter(({ file }) => may(file, 'share.create'));
  const refused = present.filter((one) => !given.includes(one)).map(({ file }) => file.name);
  const newer = given.filter(({ file, version }) => file.version !== version).map(({ file }) => file.name);
  const gone = Math.max(total ?? 0, listed.length) - present.length;
  return {
    files: given.map(({ file }) => file),
    folders: given.map(({ folder }) => folder),
    notes: [
      ...(gone > 0
        ? [`${plural(gone, 'file')} of the old link ${gone === 1 ? 'is' : 'are'} deleted, or hidden from you.`]
        : []),
      ...(refused.length > 0 ? [isolateNames`You may not share ${firstNames(refused)} now.`] : []),
      ...(newer.length > 0 ? [isolateNames`The new link gives the newer version of ${firstNames(newer)}.`] : []),
    ],
  };
}
