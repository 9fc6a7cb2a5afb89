import { isOverInBin } from '../../model/bin.ts';
import { hasKey, isAbandoned, isPresent } from '../../model/file.ts';
import { exists } from '../../model/room.ts';
import { roomRule, rule } from '../../rule.ts';
import { dominates } from '../../values/labels.ts';
import type { FileFacts, LabelFacts, LinkFacts, RoomFacts, WhoFacts } from './facts.ts';
import { binnedOpen, fileOpen } from './restrictions.ts';
import { liveMembership } from './rooms.ts';

export const fileInRoom = rule<RoomFacts & FileFacts>(
  'file-in-room',
  'The file exists in this room.',
  'FILE_NOT_FOUND',
  ({ file, room }) => isPresent(file) && file.roomId === room?.id,
);

export const clearedForFile = rule<WhoFacts & FileFacts>(
  'cleared-for-file',
  "The caller's clearance reaches the file's label.",
  'FILE_NOT_FOUND',
  ({ subject, file, labelRules }) =>
    hasKey(file) && dominates(labelRules.scheme, subject.clearance, file.effectiveLabel),
);

/** The file if it can be restored from the bin of the room. */
const binned = ({ subject, room, file }: WhoFacts & RoomFacts & FileFacts) =>
  file?.status === 'binned' && exists(room) && file.roomId === room.id && !isOverInBin(room, file, subject.asOf)
    ? file
    : undefined;

export const fileInBin = rule<WhoFacts & RoomFacts & FileFacts>(
  'file-in-bin',
  'The file lies in the bin of this room, and its term is not over.',
  'FILE_NOT_FOUND',
  (facts) => binned(facts) !== undefined,
);

export const deleter = roomRule<WhoFacts & RoomFacts & FileFacts>(
  'deleter',
  'The caller deleted the file and is a member of the room.',
  'FILE_NOT_FOUND',
  (facts) => liveMembership(facts) !== undefined && binned(facts)?.deletedBy === facts.subject.id,
);

export const fileKnown = rule<WhoFacts & RoomFacts & FileFacts>(
  'file-known',
  'The file exists in this room, or lies in its bin.',
  'FILE_NOT_FOUND',
  (facts) => fileInRoom.holds(facts) || fileInBin.holds(facts),
);

export const confirmedOrConcerned = rule<WhoFacts & RoomFacts & FileFacts>(
  'confirmed-or-concerned',
  'The upload is confirmed, or the caller is its uploader or an owner of the room.',
  'FILE_NOT_FOUND',
  (facts) =>
    isPresent(facts.file) &&
    (facts.file.status === 'available' ||
      facts.file.uploadedBy === facts.subject.id ||
      liveMembership(facts)?.role === 'owner'),
);

export const uploadConfirmed = rule<FileFacts>(
  'upload-confirmed',
  'The upload of the file is confirmed.',
  'UPLOAD_NOT_CONFIRMED',
  ({ file }) => file?.status === 'available',
);

export const uploadPending = rule<FileFacts>(
  'upload-pending',
  'The upload of the file is not confirmed yet.',
  'FILE_ALREADY_CONFIRMED',
  ({ file }) => file?.status === 'pending',
);

export const notAbandoned = rule<FileFacts & Readonly<{ now: LinkFacts['now'] }>>(
  'upload-not-abandoned',
  'The upload was requested less than 24 hours ago.',
  'FILE_NOT_FOUND',
  ({ file, now }) => file?.status !== 'pending' || !isAbandoned(file, now),
);

export const clearedForLabel = rule<WhoFacts & LabelFacts>(
  'cleared-for-label',
  "The caller's clearance reaches the label in the request.",
  'CLEARANCE_INSUFFICIENT',
  ({ subject, label, labelRules }) => dominates(labelRules.scheme, subject.clearance, label),
);

export const lowersAsOwner = rule<WhoFacts & RoomFacts & FileFacts & LabelFacts>(
  'lowers-as-owner',
  'The request does not lower the label of the file, or the caller is an owner of the room.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) =>
    isPresent(facts.file) &&
    (dominates(facts.labelRules.scheme, facts.label, facts.file.label) || liveMembership(facts)?.role === 'owner'),
);

export const seesFile = roomRule<WhoFacts & RoomFacts & FileFacts>(
  'sees-file',
  'The caller is a member of the room who sees the folder of the file, and the upload is confirmed or concerns them; in the bin, they own the room or deleted the file.',
  'FILE_NOT_FOUND',
  (facts) =>
    liveMembership(facts) !== undefined &&
    ((fileOpen.holds(facts) && confirmedOrConcerned.holds(facts)) ||
      (fileInBin.holds(facts) &&
        binnedOpen.holds(facts) &&
        (liveMembership(facts)?.role === 'owner' || deleter.holds(facts)))),
);
