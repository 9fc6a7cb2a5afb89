import { type BearerSecret, Email, isBearerSecret } from '@strongroom/domain';
import { parseKeyServiceUrl, parseOrigins, parsePublicUrl } from './addresses.ts';
import { AUDIT_VARIABLES } from './audit-variables.ts';
import { driver } from './drivers.ts';
import {
  DEFAULT_LABELS_TEXT,
  DEFAULT_ROLE_CLEARANCES,
  parseLabel,
  parseLabels,
  parseRoleClearances,
  roleClearancesText,
} from './label-rules.ts';
import { parseSmtpUrl } from './mail.ts';
import { parseClaim, parseDomains, parseIssuer } from './oidc.ts';
import { asText, InvalidSetting, oneOf, optionalSetting, setting, wholeNumber } from './setting.ts';
import { STORE_VARIABLES } from './store-variables.ts';

const WEEK = 604_800;

function ownerToken(text: string): BearerSecret {
  if (!isBearerSecret('apiToken', text))
    throw new InvalidSetting('is not a well-formed API token (srt_…); leave it out to have one made');
  return text;
}

function secret(text: string): string {
  if (text.length < 32)
    throw new InvalidSetting('must have at least 32 characters, such as `openssl rand -base64 32` gives');
  return text;
}

function email(text: string): Email {
  if (!Email.is(text)) throw new InvalidSetting('must be one plain e-mail address');
  return text;
}

/** The key service looks at 20 keys of a set. */
const MAX_GRANT_KEYS = 5;

/** The keys between commas or on lines of their own; a message never repeats one. */
function parseGrantKeys(text: string): readonly string[] {
  const keys = text.split(/[\s,]+/).filter((part) => part !== '');
  for (const key of keys) {
    const bytes = Buffer.from(key, 'base64url');
    if (bytes.length !== 32 || bytes.toString('base64url') !== key)
      throw new InvalidSetting('must be 32 random bytes in base64url, which are 43 characters, for each key');
  }
  if (keys.length === 0 || keys.length > MAX_GRANT_KEYS)
    throw new InvalidSetting(`must hold 1 to ${MAX_GRANT_KEYS} keys between commas`);
  if (new Set(keys).size !== keys.length) throw new InvalidSetting('holds a key twice');
  return keys;
}

/** All environment variables of the service. Nothing else reads the environment. */
export const VARIABLES = {
  host: setting({ name: 'HOST', default: '127.0.0.1', meaning: 'Where the API listens.' }, asText),
  port: setting(
    {
      name: 'PORT',
      default: '8080',
      meaning: 'The port it listens on; 0 takes a free one, which the first log line names.',
    },
    wholeNumber(0, 65_535),
  ),
  publicUrl: optionalSetting(
    {
      name: 'STRONGROOM_PUBLIC_URL',
      shown: 'http://HOST:PORT',
      meaning: 'What links are made from; never the Host header. A host of its own, without a path.',
    },
    parsePublicUrl,
  ),
  dataDir: setting(
    {
      name: 'STRONGROOM_DATA_DIR',
      default: './data',
      meaning: 'Where everything embedded is kept: database, blobs, keys, mail, owner.token.',
    },
    asText,
  ),
  ownerEmail: setting(
    {
      name: 'STRONGROOM_OWNER_EMAIL',
      default: 'owner@strongroom.local',
      meaning: 'The first owner, made on the first start of an empty store.',
    },
    email,
  ),
  ownerToken: optionalSetting(
    {
      name: 'STRONGROOM_OWNER_TOKEN',
      shown: 'made',
      meaning:
        'The API token of the first owner; when made, it is written to owner.token. Required with mongodb, postgresql or a module.',
    },
    ownerToken,
  ),
  secret: optionalSetting(
    {
      name: 'STRONGROOM_SECRET',
      shown: 'made in keys/',
      meaning:
        'The secret that signs invitation links and blob addresses and encrypts page cursors. Required with mongodb, postgresql or a module.',
    },
    secret,
  ),
  ...STORE_VARIABLES,
  limits: setting(
    {
      name: 'STRONGROOM_LIMITS',
      default: 'documents',
      meaning: 'The store of rate limits: documents is beside the documents.',
    },
    driver('limits'),
  ),
  ...AUDIT_VARIABLES,
  mail: setting(
    {
      name: 'STRONGROOM_MAIL',
      default: 'folder',
      meaning: 'How invitations are sent: folder writes one file a message, smtp hands them to a server.',
    },
    driver('mail'),
  ),
  smtpUrl: optionalSetting(
    {
      name: 'STRONGROOM_SMTP_URL',
      shown: 'none',
      meaning:
        'With smtp: the server, smtps://USER:PASSWORD@HOST:PORT, or smtp:// with STARTTLS, which may be left out on this machine only, unless ?starttls=never says so.',
    },
    parseSmtpUrl,
  ),
  mailFrom: optionalSetting(
    { name: 'STRONGROOM_MAIL_FROM', shown: 'strongroom@localhost', meaning: 'The sender of mail; required with smtp.' },
    email,
  ),
  passwords: setting(
    {
      name: 'STRONGROOM_PASSWORDS',
      default: 'on',
      meaning: 'Whether people sign in with passwords: `on`, or `off` where the identity provider alone signs them in.',
    },
    oneOf('on', 'off'),
  ),
  deviceLogin: setting(
    {
      name: 'STRONGROOM_DEVICE_LOGIN',
      default: 'on',
      meaning:
        'Whether programs sign in by a code that a person types in the web application, on another computer perhaps: `on`, or `off`.',
    },
    oneOf('on', 'off'),
  ),
  oidcIssuer: optionalSetting(
    {
      name: 'STRONGROOM_OIDC_ISSUER',
      shown: 'none',
      meaning: 'Identity provider (OpenID Connect) that people sign in with; https, unless it is on this machine.',
    },
    parseIssuer,
  ),
  oidcClientId: optionalSetting(
    { name: 'STRONGROOM_OIDC_CLIENT_ID', shown: 'none', meaning: 'Client that is registered there for this service.' },
    asText,
  ),
  oidcClientSecret: optionalSetting(
    {
      name: 'STRONGROOM_OIDC_CLIENT_SECRET',
      shown: 'none: a public client',
      meaning: 'Secret of that client, sent by HTTP Basic. Give it by a file or a secret store of your platform.',
    },
    asText,
  ),
  oidcClaim: setting(
    {
      name: 'STRONGROOM_OIDC_CLAIM',
      default: 'sub',
      meaning: 'Claim that names a person. It must never be given to another person, as e-mail addresses are.',
    },
    parseClaim,
  ),
  oidcJitDomains: optionalSetting(
    {
      name: 'STRONGROOM_OIDC_JIT_DOMAINS',
      shown: 'none',
      meaning:
        'Domains between commas. People whose verified address is of one of them become members at their first sign-in.',
    },
    parseDomains,
  ),
  keyServiceUrl: optionalSetting(
    {
      name: 'STRONGROOM_KEY_SERVICE_URL',
      shown: 'none; with npm start that of the key service beside it',
      meaning: 'The key service that people get keys from; https, unless it is on this machine.',
    },
    parseKeyServiceUrl,
  ),
  grantKeys: optionalSetting(
    {
      name: 'STRONGROOM_GRANT_KEY',
      shown: 'made in keys/',
      meaning:
        'Private keys of grants for the key service, each 32 random bytes in base64url, between commas. The first signs, all are published. Required with a key service where the documents are in another system; `strongroom grant-key` prints one, and how to change it.',
    },
    parseGrantKeys,
  ),
  rateLimit: setting(
    {
      name: 'STRONGROOM_RATE_LIMIT',
      default: '1000',
      meaning:
        'Requests a minute for a token, and for an address without one; a user has ten times as many for all of their tokens.',
    },
    wholeNumber(1, 1_000_000_000),
  ),
  roomsPerMinute: setting(
    { name: 'STRONGROOM_ROOMS_PER_MINUTE', default: '30', meaning: 'Rooms that a user may create per minute.' },
    wholeNumber(1, 1_000_000_000),
  ),
  uploadsPerMinute: optionalSetting(
    {
      name: 'STRONGROOM_UPLOADS_PER_MINUTE',
      shown: '30000; 3000 with keys outside of the service',
      meaning: 'Uploads that a user may announce in a minute; each item of a bulk request counts.',
    },
    wholeNumber(100, 1_000_000_000),
  ),
  trustedProxies: setting(
    {
      name: 'STRONGROOM_TRUSTED_PROXIES',
      default: '0',
      meaning: 'Number of trusted proxies that append to X-Forwarded-For.',
    },
    wholeNumber(0, 20),
  ),
  uploadUrlTtl: setting(
    { name: 'STRONGROOM_UPLOAD_URL_TTL', default: '900', meaning: 'Lifetime of an upload address in seconds.' },
    wholeNumber(1, WEEK),
  ),
  downloadUrlTtl: setting(
    { name: 'STRONGROOM_DOWNLOAD_URL_TTL', default: '60', meaning: 'Lifetime of a download address in seconds.' },
    wholeNumber(1, WEEK),
  ),
  pendingFiles: setting(
    {
      name: 'STRONGROOM_PENDING_FILES',
      default: '1000',
      meaning: 'Uploads of one user that may wait for their confirmation.',
    },
    wholeNumber(1, 100_000),
  ),
  pendingBytes: setting(
    {
      name: 'STRONGROOM_PENDING_BYTES',
      default: '10737418240',
      meaning: 'Bytes of one user that may wait for their confirmation: 10 GiB.',
    },
    wholeNumber(1, Number.MAX_SAFE_INTEGER),
  ),
  pendingFilesPerRoom: setting(
    {
      name: 'STRONGROOM_PENDING_FILES_PER_ROOM',
      default: '10000',
      meaning: 'Uploads to one room that may wait for their confirmation.',
    },
    wholeNumber(1, 1_000_000),
  ),
  labels: setting(
    {
      name: 'STRONGROOM_LABELS',
      default: DEFAULT_LABELS_TEXT,
      meaning: 'Classification labels in rising order with their names; an order once used cannot be changed.',
    },
    parseLabels,
  ),
  roleClearances: setting(
    {
      name: 'STRONGROOM_ROLE_CLEARANCES',
      default: roleClearancesText(DEFAULT_ROLE_CLEARANCES),
      meaning: 'The clearance each role has without an override.',
    },
    parseRoleClearances,
  ),
  externalClearance: optionalSetting(
    {
      name: 'STRONGROOM_EXTERNAL_CLEARANCE',
      shown: 'C2; without that label, the clearance of members',
      meaning: 'The clearance of external users without an override.',
    },
    parseLabel,
  ),
  mailLabel: optionalSetting(
    {
      name: 'STRONGROOM_MAIL_LABEL',
      shown: 'C2; without that label, the lowest',
      meaning: 'Mails name rooms up to this label.',
    },
    parseLabel,
  ),
  roomInvitations: setting(
    {
      name: 'STRONGROOM_ROOM_INVITATIONS',
      default: 'owners',
      meaning: 'Whether room owners invite by e-mail address: `owners` or `off`.',
    },
    oneOf('owners', 'off'),
  ),
  externalOwners: setting(
    {
      name: 'STRONGROOM_EXTERNAL_OWNERS',
      default: 'off',
      meaning: 'Whether external users own rooms: `on` or `off`. Who owns one already stays.',
    },
    oneOf('on', 'off'),
  ),
  shareMaxLabel: optionalSetting(
    { name: 'STRONGROOM_SHARE_MAX_LABEL', shown: 'none', meaning: 'Files above this label may not be shared by link.' },
    parseLabel,
  ),
  corsOrigins: optionalSetting(
    {
      name: 'STRONGROOM_CORS_ORIGINS',
      shown: 'none',
      meaning: 'Origins that may call from a browser, between commas.',
    },
    parseOrigins,
  ),
  metricsHost: setting(
    {
      name: 'STRONGROOM_METRICS_HOST',
      default: '127.0.0.1',
      meaning: 'Address that /metrics listens on. It asks for no credential: name one that only Prometheus can reach.',
    },
    asText,
  ),
  metricsPort: optionalSetting(
    {
      name: 'STRONGROOM_METRICS_PORT',
      shown: 'off',
      meaning: 'Port of /metrics for Prometheus, on STRONGROOM_METRICS_HOST.',
    },
    wholeNumber(0, 65_535),
  ),
  logLevel: setting(
    { name: 'STRONGROOM_LOG', default: 'info', meaning: 'Lowest level that is logged: error, warn, info or debug.' },
    oneOf('error', 'warn', 'info', 'debug'),
  ),
};
