import { oneOf, SWITCH } from '../forms/form.ts';
import { DEFAULT_ROLE_CLEARANCES_TEXT, LABEL, ROLE_CLEARANCES } from '../forms/labels.ts';
import { optional, variable } from '../variable.ts';
import { SHARED } from './shared.ts';

/** Variables of labels, and of what they allow. */
export const LABEL_SETTINGS = {
  labels: SHARED.labels,
  roleClearances: variable(
    'STRONGROOM_ROLE_CLEARANCES',
    ROLE_CLEARANCES,
    DEFAULT_ROLE_CLEARANCES_TEXT,
    'The clearance each role has without an override.',
  ),
  externalClearance: optional(
    'STRONGROOM_EXTERNAL_CLEARANCE',
    LABEL,
    'C2; without that label, the clearance of members',
    'The clearance of external users without an override.',
  ),
  mailLabel: optional(
    'STRONGROOM_MAIL_LABEL',
    LABEL,
    'C2; without that label, the lowest',
    'Mails name rooms, files and links up to this label.',
  ),
  news: variable(
    'STRONGROOM_NEWS',
    oneOf('off', 'none', 'daily', 'weekly', 'at_once'),
    'off',
    'Mails with news of their rooms for people who chose nothing: `at_once`, `daily`, `weekly` or `none`. `off`: no one gets any.',
  ),
  roomInvitations: variable(
    'STRONGROOM_ROOM_INVITATIONS',
    oneOf('owners', 'off'),
    'owners',
    'Whether room owners invite by e-mail address: `owners` or `off`.',
  ),
  externalOwners: variable(
    'STRONGROOM_EXTERNAL_OWNERS',
    SWITCH,
    'off',
    'Whether external users own rooms: `on` or `off`. Who owns one already stays.',
  ),
  shareMaxLabel: optional(
    'STRONGROOM_SHARE_MAX_LABEL',
    LABEL,
    'none',
    'Files above this label may not be shared by link.',
  ),
};
