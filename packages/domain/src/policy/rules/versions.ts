import { roomRule, rule } from '../../rule.ts';
import { dominates } from '../../values/labels.ts';
import type { RoomFacts, VersionFacts, WhoFacts } from './facts.ts';
import { liveMembership } from './rooms.ts';

export const versionExists = rule<VersionFacts>(
  'version-exists',
  'The file has this version.',
  'VERSION_NOT_FOUND',
  ({ version }) => version !== undefined,
);

export const clearedForVersion = rule<WhoFacts & VersionFacts>(
  'cleared-for-version',
  "The caller's clearance reaches the version's label.",
  'VERSION_NOT_FOUND',
  ({ subject, version, labelRules }) =>
    version !== undefined && dominates(labelRules.scheme, subject.clearance, version.effectiveLabel),
);

export const seesCurrentVersion = roomRule<WhoFacts & RoomFacts & VersionFacts>(
  'sees-current-version',
  'The caller is a member of the room, and this is the current version.',
  'VERSION_NOT_FOUND',
  (facts) => liveMembership(facts) !== undefined && facts.version?.isCurrent === true,
);

export const versionNotCurrent = rule<VersionFacts>(
  'version-not-current',
  'This is not the current version of the file.',
  'VERSION_IS_CURRENT',
  ({ version }) => version?.isCurrent === false,
);
