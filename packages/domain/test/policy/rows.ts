import type { Action } from '../../src/index.ts';
import { ACTION_TABLE, type SituationsName } from './action-table.ts';
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

/** The situations by their names in the table of actions. */
const SITUATIONS: Readonly<Record<SituationsName, Row>> = {
  rooms,
  groups,
  roomless,
  changes,
  invitations,
  invitees,
  folders,
  oneFolder,
  files,
  edits,
  links,
  packages,
  held,
  requests,
  heldRequests,
  people,
  receipts,
  credentials,
  units,
  log,
  explanations,
  anybody,
};

/** Every action with the space of its situations. */
export const ROWS = Object.fromEntries(
  Object.entries(ACTION_TABLE).map(([action, [name]]) => [action, SITUATIONS[name]]),
) as Readonly<Record<Action, Row>>;

/**
 * One in how many situations of an action a sample has. Small spaces are taken whole. The steps are primes that divide the
 * number of values of no part of a situation, so the sample has every value of every part.
 */
export function stepOf(action: Action): number {
  const size = ROWS[action].size(action);
  if (size <= 2_000) return 1;
  return size <= 200_000 ? 31 : 127;
}
