import { Checkpointer } from './jobs/checkpointer.ts';
import { Worker } from './jobs/worker.ts';
import { besideDamaged } from './kernel/beside-damaged.ts';
import type { Configuration, Deps, Home, Ports } from './kernel/deps.ts';
import { Lists } from './kernel/lists.ts';
import { OperationRunner } from './kernel/operation-runner.ts';
import { readingAllowance } from './kernel/reading-allowance.ts';
import { refusingWrites } from './kernel/refusing-writes.ts';
import { SetToReadOnly } from './kernel/set-to-read-only.ts';
import { explain } from './operations/audit/explain.ts';
import { exportEvents } from './operations/audit/export-events.ts';
import { exportLog } from './operations/audit/export-log.ts';
import { exportProofs } from './operations/audit/export-proofs.ts';
import { followEvents } from './operations/audit/follow-events.ts';
import { getCheckpoint } from './operations/audit/get-checkpoint.ts';
import { getEventProof } from './operations/audit/get-event-proof.ts';
import { getLogKeys } from './operations/audit/get-log-keys.ts';
import { getTile } from './operations/audit/get-tile.ts';
import { listEvents } from './operations/audit/list-events.ts';
import { reportOpenings } from './operations/audit/report-openings.ts';
import { destroyBinnedFile } from './operations/bin/destroy-binned-file.ts';
import { emptyBin } from './operations/bin/empty-bin.ts';
import { listBin } from './operations/bin/list-bin.ts';
import { restoreFile } from './operations/bin/restore-file.ts';
import { describeService } from './operations/describe-service.ts';
import {
  allowDeviceLogin,
  findDeviceLogin,
  refuseDeviceLogin,
} from './operations/device-logins/answer-device-login.ts';
import { redeemDeviceLogin } from './operations/device-logins/redeem-device-login.ts';
import { requestDeviceLogin } from './operations/device-logins/request-device-login.ts';
import {
  createDirectoryGroup,
  deleteDirectoryGroup,
  editDirectoryGroup,
} from './operations/directory/directory-groups.ts';
import { createDirectoryUser, deleteDirectoryUser, editDirectoryUser } from './operations/directory/directory-users.ts';
import { readDirectory } from './operations/directory/read-directory.ts';
import { confirmUpload } from './operations/files/confirm-upload.ts';
import { deleteFile } from './operations/files/delete-file.ts';
import { deleteFileOfRoom } from './operations/files/delete-file-of-room.ts';
import { editFile } from './operations/files/edit-file.ts';
import { getDownload } from './operations/files/get-download.ts';
import { getFile } from './operations/files/get-file.ts';
import { grantKey } from './operations/files/grant-key.ts';
import { listFiles } from './operations/files/list-files.ts';
import { requestUpload } from './operations/files/request-upload.ts';
import { uploadParts } from './operations/files/upload-parts.ts';
import { createFolder } from './operations/folders/create-folder.ts';
import { deleteFolder } from './operations/folders/delete-folder.ts';
import { editFolder } from './operations/folders/edit-folder.ts';
import { getFolder } from './operations/folders/get-folder.ts';
import { listFolders } from './operations/folders/list-folders.ts';
import { orderFolder } from './operations/folders/order-folder.ts';
import { restrictFolder } from './operations/folders/restrict-folder.ts';
import { addGroupMember } from './operations/groups/add-group-member.ts';
import { createGroup } from './operations/groups/create-group.ts';
import { deleteGroup } from './operations/groups/delete-group.ts';
import { editGroup } from './operations/groups/edit-group.ts';
import { listGroups } from './operations/groups/list-groups.ts';
import { removeGroupMember } from './operations/groups/remove-group-member.ts';
import { downloadItem } from './operations/inbox/download-item.ts';
import { acceptItem, refuseItem } from './operations/inbox/handle-item.ts';
import { listInbox } from './operations/inbox/list-inbox.ts';
import { listClassifications } from './operations/list-classifications.ts';
import {
  editNotifications,
  editRoomNotifications,
  getNotifications,
  getRoomNotifications,
  unsubscribe,
} from './operations/notifications/choices.ts';
import { addUnitMember } from './operations/org-units/add-unit-member.ts';
import { createUnit } from './operations/org-units/create-unit.ts';
import { deleteUnit } from './operations/org-units/delete-unit.ts';
import { editUnit } from './operations/org-units/edit-unit.ts';
import { getUnit } from './operations/org-units/get-unit.ts';
import { listUnitMembers } from './operations/org-units/list-unit-members.ts';
import { listUnits } from './operations/org-units/list-units.ts';
import { listUnitsOfUser } from './operations/org-units/list-units-of-user.ts';
import { removeUnitMember } from './operations/org-units/remove-unit-member.ts';
import { getReceipt } from './operations/receipts/get-receipt.ts';
import { getReceiptProof } from './operations/receipts/get-receipt-proof.ts';
import { listDestroyedFiles } from './operations/receipts/list-destroyed-files.ts';
import { listReceipts } from './operations/receipts/list-receipts.ts';
import { addMember } from './operations/rooms/add-member.ts';
import { archiveRoom } from './operations/rooms/archive-room.ts';
import { chooseFavourite } from './operations/rooms/choose-favourite.ts';
import { createRoom } from './operations/rooms/create-room.ts';
import { deleteRoom } from './operations/rooms/delete-room.ts';
import { editRoom } from './operations/rooms/edit-room.ts';
import { getRoom } from './operations/rooms/get-room.ts';
import { inviteToRoom } from './operations/rooms/invite-to-room.ts';
import { listMembers } from './operations/rooms/list-members.ts';
import { listOverseenRooms } from './operations/rooms/list-overseen-rooms.ts';
import { listRooms } from './operations/rooms/list-rooms.ts';
import { noteVisit } from './operations/rooms/note-visit.ts';
import { previewSight } from './operations/rooms/preview-sight.ts';
import { recordExport } from './operations/rooms/record-export.ts';
import { removeMember } from './operations/rooms/remove-member.ts';
import { renumberRoom } from './operations/rooms/renumber-room.ts';
import { unarchiveRoom } from './operations/rooms/unarchive-room.ts';
import { addFactor, beginFactor } from './operations/second-factor/add-factor.ts';
import { getFactors, makeRecoveryCodes, removeFactor } from './operations/second-factor/change-factors.ts';
import { checkFactor } from './operations/second-factor/check-factor.ts';
import { findSecondStep, finishSignIn } from './operations/second-factor/finish-sign-in.ts';
import { resetFactors } from './operations/second-factor/reset-factors.ts';
import { endProviderSessions } from './operations/sessions/end-provider-sessions.ts';
import { endSession } from './operations/sessions/end-session.ts';
import { endOneSession, endOtherSessions } from './operations/sessions/end-sessions.ts';
import { endAllSessionsOfUser, endSessionOfUser } from './operations/sessions/end-sessions-of-user.ts';
import { identify } from './operations/sessions/identify.ts';
import { listSessions } from './operations/sessions/list-sessions.ts';
import { listSessionsOfUser } from './operations/sessions/list-sessions-of-user.ts';
import { noteTokenUse } from './operations/sessions/note-token-use.ts';
import { refuseScope } from './operations/sessions/refuse-scope.ts';
import { requestPasswordReset } from './operations/sessions/request-password-reset.ts';
import { setPassword } from './operations/sessions/set-password.ts';
import { signInByProvider } from './operations/sessions/sign-in-by-provider.ts';
import { startSession } from './operations/sessions/start-session.ts';
import { createPackage } from './operations/shares/create-package.ts';
import { createShare } from './operations/shares/create-share.ts';
import { editShare } from './operations/shares/edit-share.ts';
import { getShare } from './operations/shares/get-share.ts';
import { listShareFiles } from './operations/shares/list-share-files.ts';
import { listShares } from './operations/shares/list-shares.ts';
import { listSharesOfRoom } from './operations/shares/list-shares-of-room.ts';
import { peekShare } from './operations/shares/peek-share.ts';
import { redeemShare } from './operations/shares/redeem-share.ts';
import { resumeShare } from './operations/shares/resume-share.ts';
import { revokeShare } from './operations/shares/revoke-share.ts';
import { createToken } from './operations/tokens/create-token.ts';
import { listTokens } from './operations/tokens/list-tokens.ts';
import { listTokensOfUser } from './operations/tokens/list-tokens-of-user.ts';
import { revokeToken } from './operations/tokens/revoke-token.ts';
import { createUploadRequest } from './operations/upload-requests/create-upload-request.ts';
import { openUploadRequest } from './operations/upload-requests/open-upload-request.ts';
import { peekUploadRequest } from './operations/upload-requests/peek-upload-request.ts';
import {
  getUploadRequest,
  listUploadRequests,
  revokeUploadRequest,
} from './operations/upload-requests/read-upload-requests.ts';
import { announceFile, confirmFileSent } from './operations/upload-requests/send-file.ts';
import { acceptInvitation } from './operations/users/accept-invitation.ts';
import { changeEmail } from './operations/users/change-email.ts';
import { changeRole } from './operations/users/change-role.ts';
import { confirmEmail } from './operations/users/confirm-email.ts';
import { deactivateUser } from './operations/users/deactivate-user.ts';
import { editUser } from './operations/users/edit-user.ts';
import { eraseUser } from './operations/users/erase-user.ts';
import { findInvitation } from './operations/users/find-invitation.ts';
import { getMe } from './operations/users/get-me.ts';
import { getUser } from './operations/users/get-user.ts';
import { inviteUser } from './operations/users/invite-user.ts';
import { linkKeyPerson } from './operations/users/link-key-person.ts';
import { listRoomsOfUser } from './operations/users/list-rooms-of-user.ts';
import { listUsers } from './operations/users/list-users.ts';
import { mayLinkIdentity } from './operations/users/may-link-identity.ts';
import { reactivateUser } from './operations/users/reactivate-user.ts';
import { revokeInvitation } from './operations/users/revoke-invitation.ts';
import { sendActivationLink } from './operations/users/send-activation-link.ts';
import { setClearance } from './operations/users/set-clearance.ts';
import { unlinkIdentity, unlinkIdentityOfUser } from './operations/users/unlink-identity.ts';
import { unlinkKeyPerson } from './operations/users/unlink-key-person.ts';
import { deleteVersion } from './operations/versions/delete-version.ts';
import { listVersions } from './operations/versions/list-versions.ts';
import { restoreVersion } from './operations/versions/restore-version.ts';
import { createWebhook } from './operations/webhooks/create-webhook.ts';
import { deleteWebhook } from './operations/webhooks/delete-webhook.ts';
import { deliverOne } from './operations/webhooks/deliver-one.ts';
import { editWebhook } from './operations/webhooks/edit-webhook.ts';
import { enableWebhook } from './operations/webhooks/enable-webhook.ts';
import { listDeliveries } from './operations/webhooks/list-deliveries.ts';
import { listWebhooks } from './operations/webhooks/list-webhooks.ts';
import { rotateWebhookSecret } from './operations/webhooks/rotate-webhook-secret.ts';
import { mailKeeper } from './steps/audit/mail-keeper.ts';
import { mayAny } from './steps/explain/may-any.ts';
import { locateFile } from './steps/files/locate-file.ts';
import { folderTree } from './steps/folders/folder-tree.ts';
import { ErasedAgain } from './steps/people/erased-again.ts';
import { countAnnounced } from './steps/uploads/count-announced.ts';
import { Names } from './store/names.ts';

function checkpointerOf(ports: Ports): Checkpointer | undefined {
  const { documents, auditKeys, clock, log, mailer, witnesses = [], checkpointsTo = [] } = ports;
  if (auditKeys === undefined) return undefined;
  const keepers = [...(ports.keepers ?? []), ...checkpointsTo.map((to) => mailKeeper(mailer, to))];
  return new Checkpointer({ documents, log: documents.audit, auditKeys, clock, logger: log, witnesses, keepers });
}

/** Everything the service can do, one line per operation. Built once per process over the ports. */
export function createApplication(given: Ports, configuration: Configuration, home: Home) {
  const checkpointer = checkpointerOf(given);
  const readOnly = configuration.isReadOnly === true ? new SetToReadOnly() : undefined;
  const documents = refusingWrites(given.documents, () => checkpointer?.fault ?? readOnly);
  const ports: Ports = checkpointer === undefined && readOnly === undefined ? given : { ...given, documents };
  const runner = new OperationRunner(ports, {
    scheme: configuration.labelRules.scheme,
    denialsPerMinute: configuration.denialsPerMinute,
    projections: [folderTree({ ids: ports.ids, scheme: configuration.labelRules.scheme })],
  });
  const countReading = readingAllowance(ports);
  const shown = besideDamaged(ports);
  const deps: Deps = {
    ...ports,
    ...configuration,
    ...home,
    runner,
    lists: new Lists({ ...ports, documents: shown }),
    names: new Names({ ...ports, documents: shown, labels: configuration.labelRules.scheme.map(({ label }) => label) }),
    checkpointer,
    countReading,
  };
  const erasures = new ErasedAgain(deps);
  /** For operations that show a list. The documents that decide are read by the runner. */
  const listing: Deps = { ...deps, documents: shown };
  return {
    publicUrl: configuration.publicUrl,
    /** Could any item of a bulk operation pass? */
    mayAny: mayAny(deps),
    worker: new Worker(deps, erasures),
    /** The people of the list of erased people, whom a restored store has again. */
    erasures,
    /** Signs the audit log; undefined without a key for it. */
    checkpointer,
    sessions: {
      identify: identify(deps),
      refuseScope: refuseScope(deps),
      noteTokenUse: noteTokenUse(deps),
      start: startSession(deps),
      /** Signs in a person whom the identity provider has proven. */
      startByProvider: signInByProvider(deps),
      /** Ends sessions because the identity provider ended its own. */
      endByProvider: endProviderSessions(deps),
      /** Mails a link to an active user with a password, if the address has one. */
      requestPasswordReset: requestPasswordReset(deps),
      end: endSession(deps),
      list: listSessions(listing),
      endOne: endOneSession(deps),
      endOthers: endOtherSessions(deps),
      listOf: listSessionsOfUser(listing),
      endOneOf: endSessionOfUser(deps),
      endAllOf: endAllSessionsOfUser(deps),
    },
    /** Sign-ins of programs that a person allows in a browser (RFC 8628). */
    deviceLogins: {
      request: requestDeviceLogin(deps),
      redeem: redeemDeviceLogin(deps),
      find: findDeviceLogin(deps),
      allow: allowDeviceLogin(deps),
      refuse: refuseDeviceLogin(deps),
    },
    rooms: {
      create: createRoom(deps),
      list: listRooms(listing),
      listOverseen: listOverseenRooms(listing),
      get: getRoom(deps),
      edit: editRoom(deps),
      archive: archiveRoom(deps),
      unarchive: unarchiveRoom(deps),
      delete: deleteRoom(deps),
      listMembers: listMembers(listing),
      addMember: addMember(deps),
      invite: inviteToRoom(deps),
      removeMember: removeMember(deps),
      recordExport: recordExport(deps),
      renumber: renumberRoom(deps),
      previewSight: previewSight(deps),
      chooseFavourite: chooseFavourite(deps),
      noteVisit: noteVisit(deps),
    },
    groups: {
      list: listGroups(listing),
      create: createGroup(deps),
      edit: editGroup(deps),
      delete: deleteGroup(deps),
      addMember: addGroupMember(deps),
      removeMember: removeGroupMember(deps),
    },
    files: {
      list: listFiles(listing),
      get: getFile(deps),
      /** Call before uploads are announced. Throws RATE_LIMIT_EXCEEDED. */
      countAnnounced: countAnnounced(deps),
      requestUpload: requestUpload(deps),
      confirmUpload: confirmUpload(deps),
      /** Call before `getDownload` of a file that the path does not name. */
      locate: locateFile(deps),
      getDownload: getDownload(deps),
      grantKey: grantKey(deps),
      uploadParts: uploadParts(deps),
      edit: editFile(deps),
      delete: deleteFile(deps),
      deleteIn: deleteFileOfRoom(deps),
    },
    folders: {
      list: listFolders(listing),
      get: getFolder(deps),
      create: createFolder(deps),
      edit: editFolder(deps),
      order: orderFolder(deps),
      delete: deleteFolder(deps),
      restrict: restrictFolder(deps),
    },
    versions: {
      list: listVersions(listing),
      restore: restoreVersion(deps),
      delete: deleteVersion(deps),
    },
    bin: {
      list: listBin(listing),
      restore: restoreFile(deps),
      destroy: destroyBinnedFile(deps),
      empty: emptyBin(deps),
    },
    shares: {
      create: createShare(deps),
      createPackage: createPackage(deps),
      list: listShares(listing),
      listOfRoom: listSharesOfRoom(listing),
      get: getShare(deps),
      listFiles: listShareFiles(listing),
      edit: editShare(deps),
      revoke: revokeShare(deps),
      peek: peekShare(deps),
      redeem: redeemShare(deps),
      resume: resumeShare(deps),
    },
    uploadRequests: {
      create: createUploadRequest(deps),
      open: openUploadRequest(deps),
      list: listUploadRequests(deps),
      get: getUploadRequest(deps),
      revoke: revokeUploadRequest(deps),
      peek: peekUploadRequest(deps),
      announce: announceFile(deps),
      confirm: confirmFileSent(deps),
    },
    inbox: {
      list: listInbox(deps),
      download: downloadItem(deps),
      accept: acceptItem(deps),
      refuse: refuseItem(deps),
    },
    users: {
      me: getMe(deps),
      list: listUsers(listing),
      get: getUser(deps),
      listRooms: listRoomsOfUser(listing),
      invite: inviteUser(deps),
      findInvitation: findInvitation(deps),
      accept: acceptInvitation(deps),
      changeEmail: changeEmail(deps),
      confirmEmail: confirmEmail(deps),
      edit: editUser(deps),
      changeRole: changeRole(deps),
      setClearance: setClearance(deps),
      deactivate: deactivateUser(deps),
      reactivate: reactivateUser(deps),
      erase: eraseUser(deps),
      sendActivationLink: sendActivationLink(deps),
      revokeInvitation: revokeInvitation(deps),
      setPassword: setPassword(deps),
      linkKeyPerson: linkKeyPerson(deps),
      mayLinkIdentity: mayLinkIdentity(deps),
      unlinkIdentity: unlinkIdentity(deps),
      unlinkIdentityOfUser: unlinkIdentityOfUser(deps),
      unlinkKeyPerson: unlinkKeyPerson(deps),
    },
    secondFactor: {
      findSecondStep: findSecondStep(deps),
      finishSignIn: finishSignIn(deps),
      get: getFactors(deps),
      begin: beginFactor(deps),
      add: addFactor(deps),
      check: checkFactor(deps),
      remove: removeFactor(deps),
      makeRecoveryCodes: makeRecoveryCodes(deps),
      reset: resetFactors(deps),
    },
    tokens: {
      create: createToken(deps),
      list: listTokens(listing),
      listOf: listTokensOfUser(listing),
      revoke: revokeToken(deps),
    },
    receipts: {
      list: listReceipts(listing),
      get: getReceipt(deps),
      proof: getReceiptProof(deps),
      listFiles: listDestroyedFiles(listing),
    },
    orgUnits: {
      create: createUnit(deps),
      list: listUnits(listing),
      get: getUnit(deps),
      edit: editUnit(deps),
      delete: deleteUnit(deps),
      listMembers: listUnitMembers(listing),
      addMember: addUnitMember(deps),
      removeMember: removeUnitMember(deps),
      ofUser: listUnitsOfUser(listing),
    },
    /** Users and groups of a directory (SCIM), for owners and domain admins. */
    directory: {
      ...readDirectory({ ...deps, isIntact: shown.isIntact }),
      createUser: createDirectoryUser(deps),
      editUser: editDirectoryUser(deps),
      deleteUser: deleteDirectoryUser(deps),
      createGroup: createDirectoryGroup(deps),
      editGroup: editDirectoryGroup(deps),
      deleteGroup: deleteDirectoryGroup(deps),
    },
    audit: {
      list: listEvents(deps),
      openings: reportOpenings(deps),
      export: exportEvents(deps),
      exportProofs: exportProofs(deps),
      /** Events from a position on, oldest first. */
      follow: followEvents(deps),
      exportLog: exportLog(deps),
      proof: getEventProof(deps),
      tile: getTile(deps),
      checkpoint: getCheckpoint(deps),
      keys: getLogKeys(deps),
      explain: explain(deps),
    },
    webhooks: {
      create: createWebhook(deps),
      list: listWebhooks(listing),
      edit: editWebhook(deps),
      delete: deleteWebhook(deps),
      rotateSecret: rotateWebhookSecret(deps),
      enable: enableWebhook(deps),
      deliver: deliverOne(deps),
      deliveries: listDeliveries(deps),
    },
    notifications: {
      get: getNotifications(deps),
      edit: editNotifications(deps),
      getOfRoom: getRoomNotifications(deps),
      editOfRoom: editRoomNotifications(deps),
      /** Needs no credential but the token of a mail. */
      unsubscribe: unsubscribe(deps),
    },
    /** Ways to sign in. */
    signIn: {
      password: deps.signIn?.password ?? true,
      oidc: deps.signIn?.oidc ?? false,
      device_code: deps.signIn?.deviceCode ?? true,
    },
    /** Whether mails leave the machine of the service. */
    isMailSent: deps.isMailSent ?? true,
    /** The key service of this service, null for none. */
    describe: describeService(deps),
    classifications: {
      list: listClassifications(deps),
    },
  };
}

export type Application = ReturnType<typeof createApplication>;
