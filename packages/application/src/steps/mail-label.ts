import { dominates, type Label } from '@strongroom/domain';
import type { Deps } from '../kernel/deps.ts';
import { lowestLabel } from '../kernel/labels.ts';

/** Whether mails may name things of this label. */
export const isInMails = ({ labelRules, mailLabel }: Pick<Deps, 'labelRules' | 'mailLabel'>, label: Label): boolean =>
  dominates(labelRules.scheme, mailLabel ?? lowestLabel(labelRules), label);
