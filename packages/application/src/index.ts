export { type Application, createApplication } from './application.ts';
export { Checkpointer } from './jobs/checkpointer.ts';
export type * from './kernel/answers.ts';
export type * from './kernel/context.ts';
export type {
  Configuration,
  Home,
  KeyServiceHint,
  KeyServiceLink,
  LinkedPerson,
  Ports,
  SignInWays,
} from './kernel/deps.ts';
export type { Listed, PageMeta, PageRequest } from './kernel/lists.ts';
export { isOfSettings, LogFault } from './kernel/log-fault.ts';
export type { Block, Mail, MailKind, MailPresentation } from './kernel/mail.ts';
export { requesterAt, WIDE_SHARE } from './kernel/network.ts';
export { refusingWrites } from './kernel/refusing-writes.ts';
export { SetToReadOnly } from './kernel/set-to-read-only.ts';
export { DoesNotFitYet, SettingsDoNotFit } from './kernel/settings-do-not-fit.ts';
export { WaitingBound } from './kernel/waiting-bound.ts';
export type { EventProven } from './operations/audit/export-proofs.ts';
export type { Openings } from './operations/audit/report-openings.ts';
export type { BinnedSeen } from './operations/bin/list-bin.ts';
export type { DeviceLoginSeen } from './operations/device-logins/answer-device-login.ts';
export type { RequestedDeviceLogin } from './operations/device-logins/request-device-login.ts';
export type { KeyGranted } from './operations/files/grant-key.ts';
export type { UploadParts } from './operations/files/upload-parts.ts';
export type { FolderMade } from './operations/folders/create-folder.ts';
export type { FolderGone } from './operations/folders/delete-folder.ts';
export type { Classified } from './operations/list-classifications.ts';
export type { UnitMemberSeen } from './operations/org-units/list-unit-members.ts';
export type { UserUnitSeen } from './operations/org-units/list-units-of-user.ts';
export type { InvitedToRoom } from './operations/rooms/invite-to-room.ts';
export type { ExportRecorded } from './operations/rooms/record-export.ts';
export type { StateInSession } from './operations/second-factor/add-factor.ts';
export type { FinishedSignIn } from './operations/second-factor/finish-sign-in.ts';
export type { SessionSeen } from './operations/sessions/list-sessions.ts';
export type { SessionOfUser } from './operations/sessions/list-sessions-of-user.ts';
export type { SignInQuestion } from './operations/sessions/sign-in-by-provider.ts';
export type { NewSession } from './operations/sessions/start-session.ts';
export type { NewShare } from './operations/shares/create-share.ts';
export type { LinkKind } from './operations/shares/list-shares-of-room.ts';
export type { PeekedPackage } from './operations/shares/peek-package.ts';
export type { Peeked } from './operations/shares/peek-share.ts';
export type { PackageFile, RedeemedPackage } from './operations/shares/redeem-package.ts';
export type { Redeemed } from './operations/shares/redeem-share.ts';
export type { Resumed } from './operations/shares/resume-share.ts';
export type { NewToken } from './operations/tokens/create-token.ts';
export type { Accepted } from './operations/users/accept-invitation.ts';
export type { FoundInvitation } from './operations/users/find-invitation.ts';
export type { Me } from './operations/users/get-me.ts';
export type { Invited } from './operations/users/invite-user.ts';
export type { Linked } from './operations/users/link-key-person.ts';
export type { VersionGone } from './operations/versions/delete-version.ts';
export type { VersionSeen } from './operations/versions/list-versions.ts';
export type { WebhookWithSecret } from './operations/webhooks/create-webhook.ts';
export { type BeforeStart, beforeStart } from './operator/before-start.ts';
export { beginSigning, nameLog } from './operator/begin-signing.ts';
export { confirmClock } from './operator/confirm-clock.ts';
export { type ContinuedLog, continueLog } from './operator/continue-log.ts';
export { enrolledDevices } from './operator/enrolled-devices.ts';
export { type ErasedEvents, eraseEvents } from './operator/erase-events.ts';
export { type ExaminedLog, examineLog } from './operator/examine-log.ts';
export { holds } from './operator/holds.ts';
export { inventoryOf } from './operator/inventory.ts';
export { type KeyInUse, keysInUse } from './operator/keys-in-use.ts';
export { newOrigin } from './operator/new-origin.ts';
export { openHome } from './operator/open-home.ts';
export { refuseLogFault } from './operator/refuse-log-fault.ts';
export { type RenewedOwnerToken, renewOwnerToken } from './operator/renew-owner-token.ts';
export { type KnownCheckpoint, type RepairedLog, repairLog } from './operator/repair-log.ts';
export { type RestartedLog, restartLog } from './operator/restart-log.ts';
export { nextAuditKey, type RotatedKey, rotateAuditKey } from './operator/rotate-audit-key.ts';
export { forgetSettings } from './operator/store-settings.ts';
export { inFormOfStore } from './operator/upgrade/in-form-of-store.ts';
export { ServedStore } from './operator/upgrade/served-store.ts';
export { refuseNewerStore } from './operator/upgrade/store-schemas.ts';
export { upgradeStore } from './operator/upgrade/upgrade-store.ts';
export type { EventFilter, EventSeen } from './steps/audit/event-filter.ts';
export { type ClockVerdict, MAX_OFFSET, offsetOf } from './steps/clock/known-time.ts';
export type { FileGone } from './steps/files/file-deletion.ts';
export type { FolderSeen } from './steps/folders/folders-seen.ts';
export type { FactorOptions } from './steps/people/factor-to-add.ts';
export type { FactorsSeen } from './steps/people/factors-seen.ts';
export type { ProvenIdentity } from './steps/people/proven-person.ts';
export type { TokenSeen } from './steps/people/token-list.ts';
export type { UploadGrant } from './steps/uploads/same-upload.ts';
