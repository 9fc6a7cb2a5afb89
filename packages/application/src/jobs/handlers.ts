import type { JobKind } from '../store/job.ts';
import { deleteFile } from './delete-file.ts';
import { deleteVersion } from './delete-version.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { destroyRoom, sweepRoom } from './destroy-room.ts';
import { followNews } from './follow-news.ts';
import { forgetUnit } from './forget-answers.ts';
import { forgetDraft } from './forget-draft.ts';
import { forgetPerson } from './forget-person.ts';
import { forgetTokens } from './forget-tokens.ts';
import type { Handler } from './handler.ts';
import { leaveEverything } from './leave-everything.ts';
import { mailAdoption } from './mail-adoption.ts';
import { mailEmailChange } from './mail-email-change.ts';
import { mailEmailChanged } from './mail-email-changed.ts';
import { mailIdentityLinked } from './mail-identity-linked.ts';
import { mailIdentityUnlinked } from './mail-identity-unlinked.ts';
import { mailKeyPerson } from './mail-key-person.ts';
import { mailOrphans } from './mail-orphans.ts';
import { mailRoomInvitation } from './mail-room-invitation.ts';
import { mailWebhookDisabled } from './mail-webhook-disabled.ts';
import { noteEnding } from './note-ending.ts';
import { removeLinks } from './remove-links.ts';
import { resetPassword } from './reset-password.ts';
import { sendInvitation } from './send-invitation.ts';
import { sendNews } from './send-news.ts';
import { sweepItem } from './sweep-item.ts';

/** The handler of each kind of job. */
export const HANDLERS: { readonly [K in JobKind]: Handler<K> } = {
  'destroy-room': destroyRoom,
  'sweep-room': sweepRoom,
  'delete-file': deleteFile,
  'delete-version': deleteVersion,
  'remove-links': removeLinks,
  'forget-draft': forgetDraft,
  'sweep-item': sweepItem,
  'leave-everything': leaveEverything,
  'forget-person': forgetPerson,
  'forget-unit': forgetUnit,
  'forget-tokens': forgetTokens,
  'deliver-webhook': deliverWebhook,
  'follow-news': followNews,
  'send-news': sendNews,
  'note-ending': noteEnding,
  'mail-adoption': mailAdoption,
  'mail-orphans': mailOrphans,
  'mail-email-change': mailEmailChange,
  'mail-email-changed': mailEmailChanged,
  'mail-identity-linked': mailIdentityLinked,
  'mail-webhook-disabled': mailWebhookDisabled,
  'mail-identity-unlinked': mailIdentityUnlinked,
  'mail-key-person': mailKeyPerson,
  'mail-room-invitation': mailRoomInvitation,
  'reset-password': resetPassword,
  'send-invitation': sendInvitation,
};
