import type { Action } from '../../src/index.ts';
import type { Facts } from './facts-of.ts';
import * as facts from './facts-of.ts';
import * as ofAdministration from './facts-of-administration.ts';
import * as ofRequests from './facts-of-requests.ts';
import { stoppedAtTheDoor } from './oracle/credential.ts';
import { aboutFiles } from './oracle/files.ts';
import { aboutFolders } from './oracle/folders.ts';
import { aboutGroups } from './oracle/groups.ts';
import { aboutExplanations, aboutLog } from './oracle/log.ts';
import { aboutPeople, aboutReceipts } from './oracle/people.ts';
import { aboutHeldRequests, aboutRequests } from './oracle/requests.ts';
import { aboutRooms } from './oracle/rooms.ts';
import { aboutCredentials } from './oracle/sessions.ts';
import { aboutHeldLinks, aboutLinks, aboutPackages } from './oracle/shares.ts';
import type { Answer, Asker } from './oracle/situation.ts';
import { aboutUnits } from './oracle/units.ts';
import * as situations from './situations.ts';
import * as administration from './situations-of-administration.ts';
import * as space from './space.ts';

/** One situation of an action, and the expected answer. Valid only during the visit. */
export type Visited = Readonly<{
  situation: Readonly<Record<string, unknown>>;
  expected: Answer;
  facts: () => Facts;
  /** The facts with this change and everything else the same. */
  factsIf: (changed: object) => Facts;
  /** The expected answer with this change and everything else the same. */
  expectedIf: (changed: object) => Answer;
}>;

type Row = Readonly<{
  /** Number of situations that `each` visits. */
  size: (action: Action) => number;
  /** Visits every situation, or only those with one of the values that `only` names; of these, one in `step` after `from`. */
  each: (
    action: Action,
    visit: (visited: Visited) => void,
    only?: Readonly<Record<string, readonly unknown[]>>,
    step?: number,
    from?: number,
  ) => void;
}>;

const row = <S extends object>(
  spacesOf: (action: string) => readonly space.Space<S>[],
  oracle: (action: string, situation: S) => Answer,
  factsOf: (situation: S) => Facts,
): Row => ({
  size: (action) => spacesOf(action).reduce((sum, one) => sum + space.sizeOf(one), 0),
  each: (action, visit, only = {}, step = 1, from = 0) => {
    let next = from % step;
    for (const one of spacesOf(action)) {
      const part = space.narrowed(one, only);
      const visitOne = (situation: S): void =>
        visit({
          situation: situation as Visited['situation'],
          expected: oracle(action, situation),
          facts: () => factsOf(situation),
          factsIf: (changed) => factsOf({ ...situation, ...changed }),
          expectedIf: (changed) => oracle(action, { ...situation, ...changed }),
        });
      space.each(part, visitOne, step, next);
      // The steps go on across spaces.
      next = (((next - space.sizeOf(part)) % step) + step) % step;
    }
  },
});

const rooms = row(situations.roomSituations, aboutRooms, facts.factsAtRoom);
const groups = row(situations.groupSituations, aboutGroups, facts.factsAtRoom);
const roomless = row(situations.roomlessSituations, aboutRooms, facts.factsAtRoom);
const changes = row(situations.changeSituations, aboutRooms, facts.factsAtRoom);
const invitations = row(situations.changeSituations, aboutRooms, facts.factsAtInvitee);
const invitees = row(situations.roomlessSituations, aboutRooms, facts.factsAtInvitee);
const folders = row(situations.folderSituations, aboutFiles, facts.factsAtFile);
const oneFolder = row(situations.oneFolderSituations, aboutFolders, facts.factsAtFolder);
const files = row(situations.fileSituations, aboutFiles, facts.factsAtFile);
const edits = row(situations.editSituations, aboutFiles, facts.factsAtFile);
const links = row(situations.linkSituations, aboutLinks, facts.factsAtLink);
const packages = row(situations.packageSituations, aboutPackages, facts.factsAtPackage);
const held = row(situations.heldLinkSituations, aboutHeldLinks, facts.factsOfHolder);
const requests = row(situations.requestSituations, aboutRequests, ofRequests.factsAtRequest);
const heldRequests = row(situations.heldRequestSituations, aboutHeldRequests, ofRequests.factsOfRequestHolder);
const people = row(situations.userSituations, aboutPeople, facts.factsAtUser);
const receipts = row(situations.receiptSituations, aboutReceipts, facts.factsAtReceipt);
const credentials = row(administration.credentialSituations, aboutCredentials, ofAdministration.factsAtCredential);
const units = row(administration.unitSituations, aboutUnits, ofAdministration.factsAtUnit);
const log = row(administration.logSituations, aboutLog, ofAdministration.factsAtLog);
const explanations = row(administration.explanationSituations, aboutExplanations, ofAdministration.factsAtLog);
const anybody = row(
  situations.userSituations,
  (action: string, asker: Asker) => stoppedAtTheDoor(action, asker) ?? 'allow',
  facts.factsAtUser,
);

/** Every action with the space of its situations. An action without a row does not compile. */
export const ROWS: Readonly<Record<Action, Row>> = {
  'room.see': rooms,
  'room.list': roomless,
  'room.oversee': roomless,
  'room.create': roomless,
  'room.get': rooms,
  'room.edit': rooms,
  'room.archive': rooms,
  'room.unarchive': rooms,
  'room.export': rooms,
  'room.notifications.edit': rooms,
  'room.delete': rooms,
  'room.members.list': rooms,
  'room.members.see_all': rooms,
  'room.members.see_details': rooms,
  'room.members.see_end': rooms,
  'room.members.see_ended': rooms,
  'room.members.name': rooms,
  'room.members.add': changes,
  'room.invite': invitations,
  'room.members.remove': rooms,
  'room.shares.list': rooms,
  'group.list': rooms,
  'group.see_all': rooms,
  'group.see': groups,
  'group.create': rooms,
  'group.edit': groups,
  'group.delete': groups,
  'group.members.add': groups,
  'group.members.remove': groups,
  'file.see': files,
  'file.list': folders,
  'file.get': files,
  'file.upload': folders,
  'file.confirm': files,
  'file.confirm_many': folders,
  'file.download': files,
  'file.download_many': anybody,
  'file.key_grant': files,
  'file.key_renew': files,
  'file.upload_parts': files,
  'file.edit': edits,
  'file.delete': files,
  'file.delete_many': folders,
  'file.restore': files,
  'folder.see': oneFolder,
  'folder.get': oneFolder,
  'folder.create': oneFolder,
  'folder.edit': oneFolder,
  'folder.delete': oneFolder,
  'folder.make': oneFolder,
  'folder.make_closed': oneFolder,
  'folder.structure': oneFolder,
  'folder.access': oneFolder,
  'file.replace': edits,
  'version.see': files,
  'version.list': files,
  'version.see_all': files,
  'version.download': files,
  'version.restore': files,
  'version.delete': files,
  'bin.see': files,
  'bin.list': folders,
  'bin.see_all': folders,
  'bin.destroy': files,
  'bin.empty': folders,
  'share.create': files,
  'share.list': files,
  'share.see': links,
  'share.revoke': links,
  'share.edit': links,
  'share.find': links,
  'package.create': packages,
  'package.see': packages,
  'package.find': packages,
  'package.edit': packages,
  'package.revoke': packages,
  'share.peek': held,
  'share.redeem': held,
  'share.resume': held,
  'upload_request.create': requests,
  'upload_request.list': requests,
  'upload_request.see': requests,
  'upload_request.find': requests,
  'upload_request.open': requests,
  'upload_request.revoke': requests,
  'upload_request.peek': heldRequests,
  'upload_request.send': heldRequests,
  'upload_request.confirm': heldRequests,
  'inbox.list': requests,
  'inbox.see': requests,
  'inbox.download': requests,
  'inbox.accept': requests,
  'inbox.refuse': requests,
  'user.see': people,
  'user.add': people,
  'user.invite_to_room': invitees,
  'user.list': people,
  'user.list_all': people,
  'user.see_details': people,
  'user.get': people,
  'user.edit': people,
  'user.invite': people,
  'user.role': people,
  'user.clearance': people,
  'user.deactivate': people,
  'user.reactivate': people,
  'user.erase': people,
  'token.list': people,
  'token.create': people,
  'token.revoke': people,
  'token.oversee': people,
  'user.activation_link': people,
  'user.uninvite': people,
  'user.key_person.unlink': people,
  'user.identity.unlink': people,
  'user.second_factor.reset': people,
  'directory.see': people,
  'directory.edit_user': people,
  'user.units': people,
  'session.list': credentials,
  'session.end_own': credentials,
  'session.oversee': people,
  'session.end_of_user': people,
  'session.end': credentials,
  'device_login.answer': credentials,
  'key_person.link': credentials,
  'identity.link': credentials,
  'identity.unlink': credentials,
  'second_factor.see': credentials,
  'second_factor.change': credentials,
  'second_factor.prove': credentials,
  'password.set': credentials,
  'org_unit.see': units,
  'org_unit.place_rooms': units,
  'org_unit.list': units,
  'org_unit.list_all': units,
  'org_unit.get': units,
  'org_unit.create': units,
  'org_unit.manage': units,
  'org_unit.members': units,
  'org_unit.members.remove': units,
  'audit.room.see': log,
  'audit.read': log,
  'audit.room.read': log,
  'audit.see_details': people,
  'webhook.see': people,
  'webhook.list': people,
  'webhook.manage': people,
  'webhook.room.list': rooms,
  'webhook.room.manage': rooms,
  'access.file.see': files,
  'access.folder.see': oneFolder,
  'access.folder.explain': oneFolder,
  'access.explain': explanations,
  'access.room.explain': explanations,
  'access.file.explain': files,
  'access.share.see': links,
  'access.share.explain': links,
  'receipt.see': receipts,
  'receipt.list': receipts,
  'receipt.list_all': receipts,
  'me.see': anybody,
  'notifications.edit': credentials,
  'classification.list': anybody,
};

/**
 * One in how many situations of an action a sample has. Small spaces are taken whole. The steps are primes that divide the
 * number of values of no part of a situation, so the sample has every value of every part.
 */
export function stepOf(action: Action): number {
  const size = ROWS[action].size(action);
  if (size <= 2_000) return 1;
  return size <= 200_000 ? 31 : 127;
}
