import {
  DEFAULT_LABELS,
  isKnown,
  type Label,
  LabelReference,
  type LabelRules,
  type LabelScheme,
  ORG_ROLES,
  OrgRole,
  type RoleClearances,
} from '@strongroom/domain';
import { InvalidSetting, listOfTexts } from './setting.ts';

const WORD = /^[A-Za-z0-9][A-Za-z0-9 _.-]{0,31}$/;

const label = (text: string): Label => LabelReference.parse(text);

/** The labels as the setting writes them: `C1:public,C2:internal`. */
const labelsText = (scheme: LabelScheme): string => scheme.map((entry) => `${entry.label}:${entry.name}`).join(',');

/** Labels in rising order, each with its name. Throws InvalidSetting. */
export function parseLabels(text: string): LabelScheme {
  const scheme = listOfTexts(text).map((part) => {
    const [word = '', name = word, ...more] = part.split(':').map((piece) => piece.trim());
    if (!WORD.test(word) || !WORD.test(name) || more.length > 0)
      throw new InvalidSetting('must be labels in rising order, each with its name, such as C1:public,C2:internal');
    return { label: label(word), name };
  });
  if (scheme.length === 0) throw new InvalidSetting('must name at least one label');
  if (scheme.length > 50) throw new InvalidSetting('must name at most 50 labels');
  if (new Set(scheme.map((entry) => entry.label)).size !== scheme.length)
    throw new InvalidSetting('names a label twice');
  return scheme;
}

/** The defaults that docs/reference/interface.md lists. */
export const DEFAULT_ROLE_CLEARANCES: RoleClearances = {
  owner: label('C4'),
  domain_admin: label('C4'),
  security_officer: label('C4'),
  department_admin: label('C3'),
  auditor: label('C3'),
  member: label('C2'),
};

export const roleClearancesText = (clearances: Partial<RoleClearances>): string =>
  Object.entries(clearances)
    .map(([role, clearance]) => `${role}=${clearance}`)
    .join(',');

/** The clearance of each role; a role that the setting does not name keeps its default. Throws InvalidSetting. */
export function parseRoleClearances(text: string): RoleClearances {
  const clearances: Record<OrgRole, Label> = { ...DEFAULT_ROLE_CLEARANCES };
  const named = new Set<string>();
  for (const part of listOfTexts(text)) {
    const [role = '', clearance = '', ...more] = part.split('=').map((piece) => piece.trim());
    if (!OrgRole.is(role) || clearance === '' || more.length > 0 || named.has(role))
      throw new InvalidSetting(
        `must give roles a label, each once, such as owner=C4,member=C2; the roles are ${ORG_ROLES.join(', ')}`,
      );
    named.add(role);
    clearances[role] = label(clearance);
  }
  return clearances;
}

export const parseLabel = (text: string): Label | null => label(text);

/** Contradictions between labels, clearances and the maximum label of links, as sentences. */
export function labelRuleProblems({
  scheme,
  roleClearances,
  externalClearance,
  shareMaxLabel,
}: LabelRules): readonly string[] {
  const labels = scheme.map((entry) => entry.label).join(', ');
  const isNone = (word: string): boolean => !isKnown(scheme, word);
  const problems = ORG_ROLES.filter((role) => isNone(roleClearances[role])).map(
    (role) =>
      `STRONGROOM_ROLE_CLEARANCES gives ${role} the label ${roleClearances[role]}, which is none of STRONGROOM_LABELS (${labels}).`,
  );
  // Without a setting it is the clearance of members, whose problem is reported already.
  if (isNone(externalClearance) && externalClearance !== roleClearances.member)
    problems.push(
      `STRONGROOM_EXTERNAL_CLEARANCE is ${externalClearance}, which is none of STRONGROOM_LABELS (${labels}).`,
    );
  if (shareMaxLabel !== null && isNone(shareMaxLabel))
    problems.push(`STRONGROOM_SHARE_MAX_LABEL is ${shareMaxLabel}, which is none of STRONGROOM_LABELS (${labels}).`);
  return problems;
}

/** The problem with the label of rooms that mails name, as a sentence. */
export function mailLabelProblems(mailLabel: Label | null | undefined, { scheme }: LabelRules): readonly string[] {
  if (mailLabel === null || mailLabel === undefined) return [];
  const isNone: boolean = !isKnown(scheme, mailLabel);
  return isNone ? [`STRONGROOM_MAIL_LABEL is ${mailLabel}, which is none of STRONGROOM_LABELS.`] : [];
}

export const DEFAULT_LABELS_TEXT = labelsText(DEFAULT_LABELS);
