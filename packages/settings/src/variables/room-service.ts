import { driver, withPlace } from '../drivers.ts';
import { ISSUER, ORIGINS, PUBLIC_URL } from '../forms/addresses.ts';
import {
  CLIENT_ID,
  EMAIL,
  HOST,
  oneOf,
  PORT,
  SECRET_TEXT,
  SWITCH,
  TRUSTED_PROXIES,
  wholeNumber,
} from '../forms/form.ts';
import { DEFAULT_ROLE_CLEARANCES_TEXT, LABEL, ROLE_CLEARANCES } from '../forms/labels.ts';
import { CLAIM, DOMAINS } from '../forms/names.ts';
import { GRANT_KEYS, OWNER_TOKEN, SERVICE_SECRET } from '../forms/secrets.ts';
import { SMTP_URL } from '../forms/smtp-url.ts';
import { optional, variable, withSetting, withWord } from '../variable.ts';
import { AUDIT } from './audit.ts';
import { KEYS } from './keys.ts';
import { SHARED } from './shared.ts';
import { STORES } from './stores.ts';

const WEEK = 604_800;
const MAX_RATE = 1_000_000_000;
const NEEDS_SHARED = 'needs one that all processes share';

/** Every variable of the room service. */
export const ROOM_SERVICE = {
  host: variable('HOST', HOST, '127.0.0.1', 'Where the API listens.'),
  port: variable('PORT', PORT, '8080', 'The port it listens on; 0 takes a free one, which the first log line names.'),
  publicUrl: optional(
    'STRONGROOM_PUBLIC_URL',
    PUBLIC_URL,
    'http://HOST:PORT',
    'What links are made from; never the Host header. A host of its own, without a path.',
  ),
  dataDir: SHARED.dataDir,
  ownerEmail: variable(
    'STRONGROOM_OWNER_EMAIL',
    EMAIL,
    'owner@strongroom.local',
    'The first owner, made on the first start of an empty store.',
  ),
  ownerToken: optional(
    'STRONGROOM_OWNER_TOKEN',
    OWNER_TOKEN,
    'made',
    'The API token of the first owner; when made, it is written to owner.token. Required with mongodb, postgresql or a module.',
    withPlace('elsewhere', `${NEEDS_SHARED}; \`strongroom owner-token --make\` prints one`),
  ),
  secret: optional(
    'STRONGROOM_SECRET',
    SERVICE_SECRET,
    'made in keys/',
    'The secret that signs invitation links and blob addresses and encrypts page cursors. Required with mongodb, postgresql or a module.',
    withPlace('elsewhere', `${NEEDS_SHARED}, such as \`openssl rand -base64 32\` gives`),
  ),
  ...STORES,
  ...KEYS,
  limits: variable(
    'STRONGROOM_LIMITS',
    driver('limits'),
    'documents',
    'The store of rate limits: documents is beside the documents.',
  ),
  ...AUDIT,
  mail: variable(
    'STRONGROOM_MAIL',
    driver('mail'),
    'folder',
    'How invitations are sent: folder writes one file a message, smtp hands them to a server.',
  ),
  smtpUrl: optional(
    'STRONGROOM_SMTP_URL',
    SMTP_URL,
    'none',
    'With smtp: the server, smtps://USER:PASSWORD@HOST:PORT, or smtp:// with STARTTLS, which may be left out on this machine only, unless ?starttls=never says so.',
    withWord('STRONGROOM_MAIL', 'smtp', 'needs a server'),
  ),
  mailFrom: optional(
    'STRONGROOM_MAIL_FROM',
    EMAIL,
    'strongroom@localhost',
    'The sender of mail; required with smtp.',
    withWord('STRONGROOM_MAIL', 'smtp', 'needs the address of a sender'),
  ),
  passwords: variable(
    'STRONGROOM_PASSWORDS',
    { ...SWITCH, isRepeated: false },
    'on',
    'Whether people sign in with passwords: `on`, or `off` where the identity provider alone signs them in.',
  ),
  deviceLogin: variable(
    'STRONGROOM_DEVICE_LOGIN',
    SWITCH,
    'on',
    'Whether programs sign in by a code that a person types in the web application, on another computer perhaps: `on`, or `off`.',
  ),
  oidcIssuer: optional(
    'STRONGROOM_OIDC_ISSUER',
    ISSUER,
    'none',
    'Identity provider (OpenID Connect) that people sign in with; https, unless it is on this machine.',
  ),
  oidcClientId: optional(
    'STRONGROOM_OIDC_CLIENT_ID',
    CLIENT_ID,
    'none',
    'Client that is registered there for this service.',
    withSetting('STRONGROOM_OIDC_ISSUER', 'needs the client that is registered there'),
  ),
  oidcClientSecret: optional(
    'STRONGROOM_OIDC_CLIENT_SECRET',
    SECRET_TEXT,
    'none: a public client',
    'Secret of that client, sent by HTTP Basic. Give it by a file or a secret store of your platform.',
  ),
  oidcClaim: variable(
    'STRONGROOM_OIDC_CLAIM',
    CLAIM,
    'sub',
    'Claim that names a person. It must never be given to another person, as e-mail addresses are.',
  ),
  oidcJitDomains: optional(
    'STRONGROOM_OIDC_JIT_DOMAINS',
    DOMAINS,
    'none',
    'Domains between commas. People whose verified address is of one of them become members at their first sign-in.',
  ),
  keyServiceUrl: SHARED.keyServiceUrl,
  grantKeys: optional(
    'STRONGROOM_GRANT_KEY',
    GRANT_KEYS,
    'made in keys/',
    'Private keys of grants for the key service, each 32 random bytes in base64url, between commas. The first signs, all are published. Required with a key service where the documents are in another system; `strongroom grant-key` prints one, and how to change it.',
  ),
  rateLimit: variable(
    'STRONGROOM_RATE_LIMIT',
    wholeNumber(1, MAX_RATE),
    '1000',
    'Requests a minute for a token, and for an address without one; a user has ten times as many for all of their tokens.',
  ),
  roomsPerMinute: variable(
    'STRONGROOM_ROOMS_PER_MINUTE',
    wholeNumber(1, MAX_RATE),
    '30',
    'Rooms that a user may create per minute.',
  ),
  uploadsPerMinute: optional(
    'STRONGROOM_UPLOADS_PER_MINUTE',
    wholeNumber(100, MAX_RATE),
    '30000; 3000 with keys outside of the service',
    'Uploads that a user may announce in a minute; each item of a bulk request counts.',
  ),
  trustedProxies: variable(
    'STRONGROOM_TRUSTED_PROXIES',
    TRUSTED_PROXIES,
    '0',
    'Number of trusted proxies that append to X-Forwarded-For.',
  ),
  uploadUrlTtl: variable(
    'STRONGROOM_UPLOAD_URL_TTL',
    wholeNumber(1, WEEK, 'seconds'),
    '900',
    'Lifetime of an upload address in seconds.',
  ),
  downloadUrlTtl: variable(
    'STRONGROOM_DOWNLOAD_URL_TTL',
    wholeNumber(1, WEEK, 'seconds'),
    '60',
    'Lifetime of a download address in seconds.',
  ),
  pendingFiles: variable(
    'STRONGROOM_PENDING_FILES',
    wholeNumber(1, 100_000),
    '1000',
    'Uploads of one user that may wait for their confirmation.',
  ),
  pendingBytes: variable(
    'STRONGROOM_PENDING_BYTES',
    wholeNumber(1, Number.MAX_SAFE_INTEGER, 'bytes'),
    '10737418240',
    'Bytes of one user that may wait for their confirmation: 10 GiB.',
  ),
  pendingFilesPerRoom: variable(
    'STRONGROOM_PENDING_FILES_PER_ROOM',
    wholeNumber(1, 1_000_000),
    '10000',
    'Uploads to one room that may wait for their confirmation.',
  ),
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
    'Mails name rooms up to this label.',
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
  corsOrigins: optional(
    'STRONGROOM_CORS_ORIGINS',
    ORIGINS,
    'none',
    'Origins that may call from a browser, between commas.',
  ),
  metricsHost: variable(
    'STRONGROOM_METRICS_HOST',
    HOST,
    '127.0.0.1',
    'Address that /metrics listens on. It asks for no credential: name one that only Prometheus can reach.',
  ),
  metricsPort: optional(
    'STRONGROOM_METRICS_PORT',
    PORT,
    'off',
    'Port of /metrics for Prometheus, on STRONGROOM_METRICS_HOST.',
  ),
  logLevel: variable(
    'STRONGROOM_LOG',
    oneOf('error', 'warn', 'info', 'debug'),
    'info',
    'Lowest level that is logged: error, warn, info or debug.',
  ),
};
