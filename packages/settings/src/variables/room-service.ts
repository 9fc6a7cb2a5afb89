import { driver, withPlace } from '../drivers.ts';
import { ORIGINS, PUBLIC_URL } from '../forms/addresses.ts';
import { EMAIL, FILE, HOST, ORGANISATION, oneOf, PORT, SWITCH } from '../forms/form.ts';
import { GRANT_KEYS, OWNER_TOKEN, SERVICE_SECRETS } from '../forms/secrets.ts';
import { SMTP_URL } from '../forms/smtp-url.ts';
import { optional, variable, withWord } from '../variable.ts';
import { AUDIT } from './audit.ts';
import { KEYS } from './keys.ts';
import { LABEL_SETTINGS } from './labels.ts';
import { LIMITS } from './limits.ts';
import { SHARED } from './shared.ts';
import { SIGN_IN } from './sign-in.ts';
import { STORES } from './stores.ts';

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
  organisation: optional(
    'STRONGROOM_ORGANISATION',
    ORGANISATION,
    'none',
    'Name of the organisation, which holders of share links read beside that of the sender; at most 200 characters.',
  ),
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
    withPlace('elsewhere', `${NEEDS_SHARED}; \`strongroom-admin owner-token --make\` prints one`),
  ),
  secret: optional(
    'STRONGROOM_SECRET',
    SERVICE_SECRETS,
    'made in keys/',
    'The secret that signs invitation links and blob addresses and encrypts page cursors. While it changes two, between a comma: the first is used, both are accepted. Required with mongodb, postgresql or a module.',
    withPlace('elsewhere', `${NEEDS_SHARED}, such as \`openssl rand -base64 32\` gives`),
  ),
  erasedList: optional(
    'STRONGROOM_ERASED_LIST',
    FILE,
    'keys/erased.ids in the data folder',
    'The file with the ids of erased people, one a line: after a restore they are erased again before the service is ready. Back it up with the keys, and restore the newest. With several machines, one that all of them share.',
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
  ...SIGN_IN,
  drainSeconds: SHARED.drainSeconds,
  startWaitSeconds: SHARED.startWaitSeconds,
  readOnly: variable(
    'STRONGROOM_READ_ONLY',
    SWITCH,
    'off',
    'on: reads are served, every change is answered with 503 READ_ONLY, and no job runs. For a backup of database and objects at one moment, or a move; set it for every process.',
  ),
  keyServiceUrl: SHARED.keyServiceUrl,
  grantKeys: optional(
    'STRONGROOM_GRANT_KEY',
    GRANT_KEYS,
    'made in keys/',
    'Private keys of grants for the key service, each 32 random bytes in base64url, between commas. The first signs, all are published. Required with a key service where the documents are in another system; `strongroom-admin grant-key` prints one, and how to change it.',
  ),
  ...LIMITS,
  ...LABEL_SETTINGS,
  corsOrigins: optional(
    'STRONGROOM_CORS_ORIGINS',
    ORIGINS,
    'none',
    'Origins that may call from a browser, between commas.',
  ),
  metricsHost: SHARED.metricsHost,
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
