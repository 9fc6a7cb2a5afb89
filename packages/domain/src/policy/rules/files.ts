import { isAbandoned, isPresent } from '../../model/file.ts';
import { roomRule, rule } from '../../rule.ts';
import { dominates } from '../../values/labels.ts';
import type { FileFacts, LabelFacts, LinkFacts, RoomFacts, WhoFacts } from './facts.ts';
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
    isPresent(file) && dominates(labelRules.scheme, subject.clearance, file.effectiveLabel),
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

export const uploader = roomRule<WhoFacts & RoomFacts & FileFacts>(
  'uploader',
  'The caller announced this upload and is still an owner or contributor of the room.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) => {
    const role = liveMembership(facts)?.role;
    return (
      isPresent(facts.file) &&
      facts.file.uploadedBy === facts.subject.id &&
      (role === 'owner' || role === 'contributor')
    );
  },
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
  'The caller is a member of the room, and the upload is confirmed or concerns them.',
  'FILE_NOT_FOUND',
  (facts) => liveMembership(facts) !== undefined && confirmedOrConcerned.holds(facts),
);
