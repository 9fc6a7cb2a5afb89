import {
  DEFAULT_LABELS,
  type Label,
  LabelReference,
  type LabelScheme,
  ORG_ROLES,
  OrgRole,
  type RoleClearances,
} from '@strongroom/domain';
import { type Form, InvalidSetting } from '../variable.ts';
import { splitList } from './form.ts';

const WORD = /^[A-Za-z0-9][A-Za-z0-9 _.-]{0,31}$/;

const label = (text: string): Label => LabelReference.parse(text);

/** The labels as the setting writes them: `C1:public,C2:internal`. */
const labelsText = (scheme: LabelScheme): string => scheme.map((entry) => `${entry.label}:${entry.name}`).join(',');

function parseLabels(text: string): LabelScheme {
  const scheme = splitList(text).map((part) => {
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
const DEFAULT_ROLE_CLEARANCES: RoleClearances = {
  owner: label('C4'),
  domain_admin: label('C4'),
  security_officer: label('C4'),
  department_admin: label('C3'),
  auditor: label('C3'),
  member: label('C2'),
};

const roleClearancesText = (clearances: Partial<RoleClearances>): string =>
  Object.entries(clearances)
    .map(([role, clearance]) => `${role}=${clearance}`)
    .join(',');

/** A role that the setting does not name keeps its default. */
function parseRoleClearances(text: string): RoleClearances {
  const clearances: Record<OrgRole, Label> = { ...DEFAULT_ROLE_CLEARANCES };
  const named = new Set<string>();
  for (const part of splitList(text)) {
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

export const DEFAULT_LABELS_TEXT = labelsText(DEFAULT_LABELS);
export const DEFAULT_ROLE_CLEARANCES_TEXT = roleClearancesText(DEFAULT_ROLE_CLEARANCES);

export const LABELS_FORM: Form<LabelScheme> = { allowed: 'LABEL:NAME between commas', parse: parseLabels };
export const ROLE_CLEARANCES_FORM: Form<RoleClearances> = {
  allowed: 'ROLE=LABEL between commas',
  parse: parseRoleClearances,
};

/** A label of STRONGROOM_LABELS, which is compared with it later. */
export const LABEL_FORM: Form<Label> = { allowed: 'label', parse: label };
