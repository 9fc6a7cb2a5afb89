import { HTTP_PROXY_FORM } from '../forms/addresses.ts';
import { MAX_TERM_DAYS, NETWORKS_FORM, TRUSTED_PROXIES_FORM, wholeNumberForm } from '../forms/form.ts';
import { optionalVariable, variable } from '../variable.ts';

/** Seconds. */
const WEEK = 604_800;
const MAX_RATE = 1_000_000_000;

/** Variables of rates, lifetimes and uploads that wait. */
export const LIMIT_VARIABLES = {
  rateLimit: variable(
    'STRONGROOM_RATE_LIMIT',
    wholeNumberForm(1, MAX_RATE),
    '1000',
    'Requests a minute for a token, and for an address without one; a user has ten times as many for all of their tokens.',
  ),
  roomsPerMinute: variable(
    'STRONGROOM_ROOMS_PER_MINUTE',
    wholeNumberForm(1, MAX_RATE),
    '30',
    'Rooms that a user may create per minute.',
  ),
  uploadsPerMinute: optionalVariable(
    'STRONGROOM_UPLOADS_PER_MINUTE',
    wholeNumberForm(100, MAX_RATE),
    '30000; 3000 with keys outside of the service',
    'Uploads that a user may announce in a minute; each item of a bulk request counts.',
  ),
  mailsPerRecipient: variable(
    'STRONGROOM_MAILS_PER_RECIPIENT',
    wholeNumberForm(1, MAX_RATE),
    '20',
    'Mails to one person in 24 hours that others cause; further ones wait. Links to get in again and notices about the account have as many each.',
  ),
  newPeoplePerHour: variable(
    'STRONGROOM_NEW_PEOPLE_PER_HOUR',
    wholeNumberForm(1, MAX_RATE),
    '50',
    'Mails in an hour that one person causes to people who were never active; further ones wait.',
  ),
  newPeoplePerDay: variable(
    'STRONGROOM_NEW_PEOPLE_PER_DAY',
    wholeNumberForm(1, MAX_RATE),
    '200',
    'The same in 24 hours.',
  ),
  invitedKeepDays: variable(
    'STRONGROOM_INVITED_KEEP_DAYS',
    wholeNumberForm(4, MAX_TERM_DAYS, 'days'),
    '30',
    'Days after their last invitation, after which a person is removed who never accepted one: their address is free again.',
  ),
  webhookNetworks: optionalVariable(
    'STRONGROOM_WEBHOOK_NETWORKS',
    NETWORKS_FORM,
    'none',
    'Private networks in which webhooks may have receivers, between commas: 10.1.0.0/16, fd00:1::/32. Receivers there may be http.',
  ),
  webhookProxy: optionalVariable(
    'STRONGROOM_WEBHOOK_PROXY',
    HTTP_PROXY_FORM,
    'none',
    'A proxy through which receivers of webhooks are called, by CONNECT to the address that was checked.',
  ),
  trustedProxies: variable(
    'STRONGROOM_TRUSTED_PROXIES',
    TRUSTED_PROXIES_FORM,
    '0',
    'Number of trusted proxies that append to X-Forwarded-For.',
  ),
  uploadUrlTtl: variable(
    'STRONGROOM_UPLOAD_URL_TTL',
    wholeNumberForm(1, WEEK, 'seconds'),
    '900',
    'Lifetime of an upload address in seconds; that of a large file is longer, as on a line of 128 kbit/s.',
  ),
  downloadUrlTtl: variable(
    'STRONGROOM_DOWNLOAD_URL_TTL',
    wholeNumberForm(1, WEEK, 'seconds'),
    '60',
    'Lifetime of a download address in seconds.',
  ),
  pendingFiles: variable(
    'STRONGROOM_PENDING_FILES',
    wholeNumberForm(1, 100_000),
    '1000',
    'Uploads of one user that may wait for their confirmation.',
  ),
  pendingBytes: variable(
    'STRONGROOM_PENDING_BYTES',
    wholeNumberForm(1, Number.MAX_SAFE_INTEGER, 'bytes'),
    '10737418240',
    'Bytes of one user that may wait for their confirmation: 10 GiB.',
  ),
  pendingFilesPerRoom: variable(
    'STRONGROOM_PENDING_FILES_PER_ROOM',
    wholeNumberForm(1, 1_000_000),
    '10000',
    'Uploads to one room that may wait for their confirmation.',
  ),
};
