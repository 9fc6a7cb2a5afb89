import { isKnown, type Label, lowestLabelOf } from '@strongroom/domain';
import type { Settings } from '../config/settings.ts';

const DEFAULT = 'C2';

/** The highest label of rooms that mails name: as set, else C2, else the lowest. */
export function mailLabelOf({ mailLabel, labelRules }: Pick<Settings, 'mailLabel' | 'labelRules'>): Label {
  const { scheme } = labelRules;
  return mailLabel ?? (isKnown(scheme, DEFAULT) ? DEFAULT : lowestLabelOf(scheme));
}
