import type { Configuration, Deps, Home, Ports } from './deps.ts';
import { Worker } from './jobs/worker.ts';
import { Journal } from './kernel/journal.ts';
import { Lists } from './kernel/lists.ts';
import { explain } from './use-cases/audit/explain.ts';
import { exportEvents, listEvents } from './use-cases/audit/read-events.ts';
import { confirmUpload } from './use-cases/files/confirm-upload.ts';
import { countAnnounced } from './use-cases/files/count-announced.ts';
import { deleteFile, deleteFileIn } from './use-cases/files/delete-file.ts';
import { getDownload } from './use-cases/files/get-download.ts';
import { getFile } from './use-cases/files/get-file.ts';
import { listFiles } from './use-cases/files/list-files.ts';
import { requestUpload } from './use-cases/files/request-upload.ts';
import { listClassifications } from './use-cases/list-classifications.ts';
import { mayAny } from './use-cases/may-any.ts';
import { deleteUnit, editUnit } from './use-cases/org-units/change-unit.ts';
import { createUnit } from './use-cases/org-units/create-unit.ts';
import { getUnit } from './use-cases/org-units/get-unit.ts';
import { listUnitMembers } from './use-cases/org-units/list-unit-members.ts';
import { listUnits } from './use-cases/org-units/list-units.ts';
import { listUnitsOfUser } from './use-cases/org-units/list-units-of-user.ts';
import { addUnitMember, removeUnitMember } from './use-cases/org-units/unit-members.ts';
import { getReceipt, listDestroyedFiles } from './use-cases/receipts/get-receipt.ts';
import { addMember } from './use-cases/rooms/add-member.ts';
import { archiveRoom, unarchiveRoom } from './use-cases/rooms/archive-room.ts';
import { createRoom } from './use-cases/rooms/create-room.ts';
import { deleteRoom } from './use-cases/rooms/delete-room.ts';
import { editRoom } from './use-cases/rooms/edit-room.ts';
import { getRoom } from './use-cases/rooms/get-room.ts';
import { listMembers } from './use-cases/rooms/list-members.ts';
import { listOverseenRooms } from './use-cases/rooms/list-overseen-rooms.ts';
import { listRooms } from './use-cases/rooms/list-rooms.ts';
import { removeMember } from './use-cases/rooms/remove-member.ts';
import { endSession } from './use-cases/sessions/end-session.ts';
import { identify } from './use-cases/sessions/identify.ts';
import { noteTokenUse } from './use-cases/sessions/note-token-use.ts';
import { refuseScope } from './use-cases/sessions/refuse-scope.ts';
import { setPassword } from './use-cases/sessions/set-password.ts';
import { startSession } from './use-cases/sessions/start-session.ts';
import { createShare } from './use-cases/shares/create-share.ts';
import { getShare, revokeShare } from './use-cases/shares/get-share.ts';
import { listShares } from './use-cases/shares/list-shares.ts';
import { peekShare, redeemShare } from './use-cases/shares/redeem-share.ts';
import { createToken } from './use-cases/tokens/create-token.ts';
import { listTokens, listTokensOf } from './use-cases/tokens/list-tokens.ts';
import { revokeToken } from './use-cases/tokens/revoke-token.ts';
import { acceptInvitation } from './use-cases/users/accept-invitation.ts';
import { changeRole } from './use-cases/users/change-role.ts';
import { deactivateUser } from './use-cases/users/deactivate-user.ts';
import { getMe } from './use-cases/users/get-me.ts';
import { getUser } from './use-cases/users/get-user.ts';
import { inviteUser } from './use-cases/users/invite-user.ts';
import { listUsers } from './use-cases/users/list-users.ts';
import { reactivateUser } from './use-cases/users/reactivate-user.ts';
import { sendActivationLink } from './use-cases/users/send-activation-link.ts';
import { setClearance } from './use-cases/users/set-clearance.ts';

/** Everything the service can do, one line per operation. Built once per process over the ports. */
export function createApplication(ports: Ports, configuration: Configuration, home: Home) {
  const journal = new Journal(ports, configuration.classification.scheme);
  const deps: Deps = { ...ports, ...configuration, ...home, journal, lists: new Lists(ports) };
  return {
    publicUrl: configuration.publicUrl,
    /** Could any item of a bulk operation pass? */
    mayAny: mayAny(deps),
    worker: new Worker(deps),
    sessions: {
      identify: identify(deps),
      refuseScope: refuseScope(deps),
      noteTokenUse: noteTokenUse(deps),
      start: startSession(deps),
      end: endSession(deps),
    },
    rooms: {
      create: createRoom(deps),
      list: listRooms(deps),
      listOverseen: listOverseenRooms(deps),
      get: getRoom(deps),
      edit: editRoom(deps),
      archive: archiveRoom(deps),
      unarchive: unarchiveRoom(deps),
      delete: deleteRoom(deps),
      listMembers: listMembers(deps),
      addMember: addMember(deps),
      removeMember: removeMember(deps),
    },
    files: {
      list: listFiles(deps),
      get: getFile(deps),
      /** To be asked before uploads are announced. Throws RATE_LIMIT_EXCEEDED. */
      countAnnounced: countAnnounced(deps),
      requestUpload: requestUpload(deps),
      confirmUpload: confirmUpload(deps),
      getDownload: getDownload(deps),
      delete: deleteFile(deps),
      deleteIn: deleteFileIn(deps),
    },
    shares: {
      create: createShare(deps),
      list: listShares(deps),
      get: getShare(deps),
      revoke: revokeShare(deps),
      peek: peekShare(deps),
      redeem: redeemShare(deps),
    },
    users: {
      me: getMe(deps),
      list: listUsers(deps),
      get: getUser(deps),
      invite: inviteUser(deps),
      accept: acceptInvitation(deps),
      changeRole: changeRole(deps),
      setClearance: setClearance(deps),
      deactivate: deactivateUser(deps),
      reactivate: reactivateUser(deps),
      sendActivationLink: sendActivationLink(deps),
      setPassword: setPassword(deps),
    },
    tokens: {
      create: createToken(deps),
      list: listTokens(deps),
      listOf: listTokensOf(deps),
      revoke: revokeToken(deps),
    },
    receipts: {
      get: getReceipt(deps),
      listFiles: listDestroyedFiles(deps),
    },
    orgUnits: {
      create: createUnit(deps),
      list: listUnits(deps),
      get: getUnit(deps),
      edit: editUnit(deps),
      delete: deleteUnit(deps),
      listMembers: listUnitMembers(deps),
      addMember: addUnitMember(deps),
      removeMember: removeUnitMember(deps),
      ofUser: listUnitsOfUser(deps),
    },
    audit: {
      list: listEvents(deps),
      export: exportEvents(deps),
      explain: explain(deps),
    },
    classifications: {
      list: listClassifications(deps),
    },
  };
}

export type Application = ReturnType<typeof createApplication>;
