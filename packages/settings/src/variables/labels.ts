import { SWITCH_FORM, wordForm } from '../forms/form.ts';
import { DEFAULT_ROLE_CLEARANCES_TEXT, LABEL_FORM, ROLE_CLEARANCES_FORM } from '../forms/labels.ts';
import { optionalVariable, variable } from '../variable.ts';
import { SHARED_VARIABLES } from './shared.ts';

/** Variables of labels, and of what they allow. */
export const LABEL_VARIABLES = {
  labels: SHARED_VARIABLES.labels,
  roleClearances: variable(
    'STRONGROOM_ROLE_CLEARANCES',
    ROLE_CLEARANCES_FORM,
    DEFAULT_ROLE_CLEARANCES_TEXT,
    'The clearance each role has without an override.',
  ),
  externalClearance: optionalVariable(
    'STRONGROOM_EXTERNAL_CLEARANCE',
    LABEL_FORM,
    'C2; without that label, the clearance of members',
    'The clearance of external users without an override.',
  ),
  mailLabel: optionalVariable(
    'STRONGROOM_MAIL_LABEL',
    LABEL_FORM,
    'C2; without that label, the lowest',
    'Mails name rooms, files and links up to this label.',
  ),
  news: variable(
    'STRONGROOM_NEWS',
    wordForm('off', 'none', 'daily', 'weekly', 'at_once'),
    'off',
    'Mails with news of their rooms for people who chose nothing: `at_once`, `daily`, `weekly` or `none`. `off`: no one gets any.',
  ),
  roomInvitations: variable(
    'STRONGROOM_ROOM_INVITATIONS',
    wordForm('owners', 'off'),
    'owners',
    'Whether room owners invite by e-mail address: `owners` or `off`.',
  ),
  externalOwners: variable(
    'STRONGROOM_EXTERNAL_OWNERS',
    SWITCH_FORM,
    'off',
    'Whether external users own rooms: `on` or `off`. Who owns one already stays.',
  ),
  shareMaxLabel: optionalVariable(
    'STRONGROOM_SHARE_MAX_LABEL',
    LABEL_FORM,
    'none',
    'Files above this label may not be shared by link.',
  ),
};
