import { stoppedAtTheDoor } from './credential.ts';
import { addsHere, addsSomewhere, binIsOpenTo, changesFileHere, contributesHere, isOpenTo, mayGo } from './fences.ts';
import { isMember, lacksBoth, seesRoom } from './rooms.ts';
import type { Answer, AtFile, AtRoom } from './situation.ts';

const isPending = (s: AtFile): boolean => s.file === 'pending' || s.file === 'own pending';

const isThere = (s: AtFile): boolean => isPending(s) || s.file === 'own available' || s.file === 'available';

const isInReach = (s: AtFile): boolean => seesRoom(s) && isThere(s) && s.clearance >= s.fileLabel;

const contributes = (s: AtFile): boolean => contributesHere(s.fences, s.member);

/** In the bin of the room, up to the clearance. */
const isInBin = (s: AtFile): boolean =>
  seesRoom(s) && (s.file === 'own in bin' || s.file === 'in bin') && s.clearance >= s.fileLabel;

/** "Owners: all that they are cleared for; others: what they deleted themselves." */
const seesBinned = (s: AtFile): boolean =>
  isInBin(s) && binIsOpenTo(s) && (s.member === 'owner' || (isMember(s) && s.file === 'own in bin'));

const overseesFile = (s: AtFile): boolean =>
  (isInReach(s) || isInBin(s)) && (s.role === 'owner' || s.role === 'security_officer' || s.role === 'auditor');

/**
 * Members whose clearance reaches both labels. Only its uploader and the room's owners see a pending file, which stays with the
 * folder in which it was announced, like one in the bin.
 */
function seesFile(s: AtFile): boolean {
  if (!isInReach(s) || !isMember(s)) return false;
  if (isPending(s) ? !binIsOpenTo(s) : !isOpenTo(s)) return false;
  return s.file !== 'pending' || s.member === 'owner';
}

/** "oneself about oneself; owner, security_officer, auditor about anyone; a room owner about their room", of a thing they see. */
export function mayExplain(s: AtRoom): Answer {
  if (s.oneself) return 'allow';
  if (s.external) return 'INSUFFICIENT_ROLE';
  const explains = s.role === 'owner' || s.role === 'security_officer' || s.role === 'auditor' || s.member === 'owner';
  return explains ? 'allow' : lacksBoth(s);
}

/** "A version keeps the label it had"; "viewers: only the current one exists for them". */
function seesVersion(s: AtFile): boolean {
  if (!seesFile(s) || isPending(s)) return false;
  const exists = s.version === 'current' || (s.version === 'old' && s.versionLabel > 0);
  if (!exists || s.clearance < labelOfVersion(s)) return false;
  return contributes(s) || (isMember(s) && s.version === 'current');
}

const labelOfVersion = (s: AtFile): number => (s.version === 'old' ? s.versionLabel : s.fileLabel);

function aboutVersion(action: 'version.download' | 'version.restore' | 'version.delete', s: AtFile): Answer {
  if (!seesVersion(s)) return 'VERSION_NOT_FOUND';
  if (action === 'version.download') return 'allow';
  if (!contributes(s)) return 'INSUFFICIENT_ROOM_ROLE';
  const archived = s.room === 'archived' ? 'ROOM_ARCHIVED' : 'allow';
  if (action === 'version.delete') return s.version === 'current' ? 'VERSION_IS_CURRENT' : archived;
  // "its label becomes the version's (lowering needs an owner)".
  if (labelOfVersion(s) < s.fileLabel && s.member !== 'owner') return 'INSUFFICIENT_ROOM_ROLE';
  return archived;
}

/** Expected answers for files, and for creating and listing share links. */
export function aboutFiles(action: string, s: AtFile): Answer {
  const stopped = stoppedAtTheDoor(action, s);
  if (stopped) return stopped;
  const archived = s.room === 'archived';

  // The path names the room, so its refusal comes first.
  if (
    action === 'file.list' ||
    action === 'file.upload' ||
    action === 'file.confirm' ||
    action === 'file.replace' ||
    action === 'file.confirm_many' ||
    action === 'file.delete_many'
  ) {
    if (!seesRoom(s)) return 'ROOM_NOT_FOUND';
  }
  if (action === 'file.list') return isMember(s) ? 'allow' : 'INSUFFICIENT_ROOM_ROLE';
  if (action === 'file.upload') {
    if (!addsHere(s)) return 'INSUFFICIENT_ROOM_ROLE';
    if (s.sent > s.clearance) return 'CLEARANCE_INSUFFICIENT';
    return archived ? 'ROOM_ARCHIVED' : 'allow';
  }

  if (action.startsWith('bin.') && action !== 'bin.see' && !seesRoom(s)) return 'ROOM_NOT_FOUND';
  if (action === 'bin.list') return isMember(s) ? 'allow' : 'INSUFFICIENT_ROOM_ROLE';
  if (action === 'bin.see_all') return s.member === 'owner' ? 'allow' : 'INSUFFICIENT_ROOM_ROLE';
  if (action === 'bin.see') return seesBinned(s) ? 'allow' : 'FILE_NOT_FOUND';
  if (action === 'file.restore') {
    if (!seesBinned(s)) return 'FILE_NOT_FOUND';
    if (!contributes(s)) return 'INSUFFICIENT_ROOM_ROLE';
    return archived ? 'ROOM_ARCHIVED' : 'allow';
  }
  if (action === 'bin.destroy' || action === 'bin.empty') {
    if (action === 'bin.destroy' && !seesBinned(s)) return 'FILE_NOT_FOUND';
    if (s.member !== 'owner') return 'INSUFFICIENT_ROOM_ROLE';
    return archived ? 'ROOM_ARCHIVED' : 'allow';
  }

  if (action === 'file.confirm_many' || action === 'file.delete_many') {
    if (!addsSomewhere(s)) return 'INSUFFICIENT_ROOM_ROLE';
    return archived ? 'ROOM_ARCHIVED' : 'allow';
  }

  // Readers of the audit log may ask about any file up to their clearance.
  if (action === 'access.file.see') return overseesFile(s) || seesFile(s) || seesBinned(s) ? 'allow' : 'FILE_NOT_FOUND';
  if (action === 'access.file.explain') {
    return overseesFile(s) || seesFile(s) || seesBinned(s) ? mayExplain(s) : 'FILE_NOT_FOUND';
  }
  if (action === 'version.see') return seesVersion(s) ? 'allow' : 'VERSION_NOT_FOUND';
  if (!seesFile(s)) return 'FILE_NOT_FOUND';
  if (action === 'version.download' || action === 'version.restore' || action === 'version.delete')
    return aboutVersion(action, s);
  switch (action) {
    case 'file.see':
    case 'file.get':
      return 'allow';
    case 'file.key_renew':
    case 'file.confirm': {
      if (isPending(s) && s.late) return 'FILE_NOT_FOUND';
      const uploaded = s.file === 'own pending' || s.file === 'own available';
      if (s.member !== 'owner' && !(uploaded && addsHere(s))) return 'INSUFFICIENT_ROOM_ROLE';
      // A repeated confirmation changes nothing; a key to encrypt is for an upload that waits.
      if (action === 'file.key_renew' && !isPending(s)) return 'FILE_ALREADY_CONFIRMED';
      return archived ? 'ROOM_ARCHIVED' : 'allow';
    }
    // Addresses of parts go to the person who got the address of the whole.
    case 'file.upload_parts': {
      if (isPending(s) && s.late) return 'FILE_NOT_FOUND';
      const uploaded = s.file === 'own pending' || s.file === 'own available';
      if (!uploaded || !addsHere(s)) return 'INSUFFICIENT_ROOM_ROLE';
      if (!isPending(s)) return 'FILE_ALREADY_CONFIRMED';
      return archived ? 'ROOM_ARCHIVED' : 'allow';
    }
    // A key that is granted again is the one of a download.
    case 'file.key_grant':
    case 'file.download':
      return isPending(s) ? 'UPLOAD_NOT_CONFIRMED' : 'allow';
    case 'version.list':
      return isPending(s) ? 'UPLOAD_NOT_CONFIRMED' : 'allow';
    case 'version.see_all':
      return contributes(s) ? 'allow' : 'INSUFFICIENT_ROOM_ROLE';
    // A new version is a change of the file.
    case 'file.replace':
    case 'file.edit':
      if (!changesFileHere(s) || !mayGo(s)) return 'INSUFFICIENT_ROOM_ROLE';
      // "A label may be raised by both and lowered by a room owner, never above the caller's clearance."
      if (s.sent < s.fileLabel && s.member !== 'owner') return 'INSUFFICIENT_ROOM_ROLE';
      if (s.sent > s.clearance) return 'CLEARANCE_INSUFFICIENT';
      if (isPending(s)) return 'UPLOAD_NOT_CONFIRMED';
      return archived ? 'ROOM_ARCHIVED' : 'allow';
    case 'file.delete':
      if (!changesFileHere(s)) return 'INSUFFICIENT_ROOM_ROLE';
      return archived ? 'ROOM_ARCHIVED' : 'allow';
    case 'share.create':
      if (!contributes(s)) return 'INSUFFICIENT_ROOM_ROLE';
      if (Math.max(s.roomLabel, s.fileLabel) > s.shareMax) return 'SHARE_NOT_ALLOWED';
      // The interface leaves open which of two conflicts is reported; the file's is.
      if (isPending(s)) return 'UPLOAD_NOT_CONFIRMED';
      return archived ? 'ROOM_ARCHIVED' : 'allow';
    case 'share.list':
      return contributes(s) ? 'allow' : 'INSUFFICIENT_ROOM_ROLE';
    default:
      throw new Error(`the interface says nothing about ${action}`);
  }
}
