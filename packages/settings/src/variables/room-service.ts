import { driverForm, requiredWithPlace } from '../drivers.ts';
import { ORIGINS_FORM, PUBLIC_URL_FORM } from '../forms/addresses.ts';
import {
  EMAIL_FORM,
  FILE_FORM,
  HOST_FORM,
  ORGANISATION_FORM,
  PORT_FORM,
  SWITCH_FORM,
  wordForm,
} from '../forms/form.ts';
import { GRANT_KEYS_FORM, OWNER_TOKEN_FORM, SERVICE_SECRETS_FORM } from '../forms/secrets.ts';
import { SMTP_URL_FORM } from '../forms/smtp-url.ts';
import { optionalVariable, requiredWithWord, variable } from '../variable.ts';
import { AUDIT_VARIABLES } from './audit.ts';
import { KEY_VARIABLES } from './keys.ts';
import { LABEL_VARIABLES } from './labels.ts';
import { LIMIT_VARIABLES } from './limits.ts';
import { SHARED_VARIABLES } from './shared.ts';
import { SIGN_IN_VARIABLES } from './sign-in.ts';
import { STORE_VARIABLES } from './stores.ts';

const NEEDS_SHARED = 'needs one that all processes share';

/** Every variable of the room service. */
export const ROOM_SERVICE_VARIABLES = {
  host: variable('HOST', HOST_FORM, '127.0.0.1', 'Where the API listens.'),
  port: variable(
    'PORT',
    PORT_FORM,
    '8080',
    'The port it listens on; 0 takes a free one, which the first log line names.',
  ),
  publicUrl: optionalVariable(
    'STRONGROOM_PUBLIC_URL',
    PUBLIC_URL_FORM,
    'http://HOST:PORT',
    'What links are made from; never the Host header. A host of its own, without a path.',
  ),
  dataDir: SHARED_VARIABLES.dataDir,
  organisation: optionalVariable(
    'STRONGROOM_ORGANISATION',
    ORGANISATION_FORM,
    'none',
    'Name of the organisation, which holders of share links read beside that of the sender; at most 200 characters.',
  ),
  ownerEmail: variable(
    'STRONGROOM_OWNER_EMAIL',
    EMAIL_FORM,
    'owner@strongroom.local',
    'The first owner, made on the first start of an empty store.',
  ),
  ownerToken: optionalVariable(
    'STRONGROOM_OWNER_TOKEN',
    OWNER_TOKEN_FORM,
    'made',
    'The API token of the first owner; when made, it is written to owner.token. Required with mongodb, postgresql or a module.',
    requiredWithPlace('elsewhere', `${NEEDS_SHARED}; \`strongroom-admin owner-token --make\` prints one`),
  ),
  secret: optionalVariable(
    'STRONGROOM_SECRET',
    SERVICE_SECRETS_FORM,
    'made in keys/',
    'The secret that signs invitation links and blob addresses and encrypts page cursors. While it changes two, between a comma: the first is used, both are accepted. Required with mongodb, postgresql or a module.',
    requiredWithPlace('elsewhere', `${NEEDS_SHARED}, such as \`openssl rand -base64 32\` gives`),
  ),
  erasedList: optionalVariable(
    'STRONGROOM_ERASED_LIST',
    FILE_FORM,
    'keys/erased.ids in the data folder',
    'The file with the ids of erased people, one a line: after a restore they are erased again before the service is ready. Back it up with the keys, and restore the newest. With several machines, one that all of them share.',
  ),
  ...STORE_VARIABLES,
  ...KEY_VARIABLES,
  limits: variable(
    'STRONGROOM_LIMITS',
    driverForm('limits'),
    'documents',
    'The store of rate limits: documents is beside the documents.',
  ),
  ...AUDIT_VARIABLES,
  mail: variable(
    'STRONGROOM_MAIL',
    driverForm('mail'),
    'folder',
    'How invitations are sent: folder writes one file a message, smtp hands them to a server.',
  ),
  smtpUrl: optionalVariable(
    'STRONGROOM_SMTP_URL',
    SMTP_URL_FORM,
    'none',
    'With smtp: the server, smtps://USER:PASSWORD@HOST:PORT, or smtp:// with STARTTLS, which may be left out on this machine only, unless ?starttls=never says so.',
    requiredWithWord('STRONGROOM_MAIL', 'smtp', 'needs a server'),
  ),
  mailFrom: optionalVariable(
    'STRONGROOM_MAIL_FROM',
    EMAIL_FORM,
    'strongroom@localhost',
    'The sender of mail; required with smtp.',
    requiredWithWord('STRONGROOM_MAIL', 'smtp', 'needs the address of a sender'),
  ),
  ...SIGN_IN_VARIABLES,
  drainSeconds: SHARED_VARIABLES.drainSeconds,
  startWaitSeconds: SHARED_VARIABLES.startWaitSeconds,
  readOnly: variable(
    'STRONGROOM_READ_ONLY',
    SWITCH_FORM,
    'off',
    'on: reads are served, every change is answered with 503 READ_ONLY, and no job runs. For a backup of database and objects at one moment, or a move; set it for every process.',
  ),
  keyServiceUrl: SHARED_VARIABLES.keyServiceUrl,
  grantKeys: optionalVariable(
    'STRONGROOM_GRANT_KEY',
    GRANT_KEYS_FORM,
    'made in keys/',
    'Private keys of grants for the key service, each 32 random bytes in base64url, between commas. The first signs, all are published. Required with a key service where the documents are in another system; `strongroom-admin grant-key` prints one, and how to change it.',
  ),
  ...LIMIT_VARIABLES,
  ...LABEL_VARIABLES,
  corsOrigins: optionalVariable(
    'STRONGROOM_CORS_ORIGINS',
    ORIGINS_FORM,
    'none',
    'Origins that may call from a browser, between commas.',
  ),
  metricsHost: SHARED_VARIABLES.metricsHost,
  metricsPort: optionalVariable(
    'STRONGROOM_METRICS_PORT',
    PORT_FORM,
    'off',
    'Port of /metrics for Prometheus, on STRONGROOM_METRICS_HOST.',
  ),
  logLevel: variable(
    'STRONGROOM_LOG',
    wordForm('error', 'warn', 'info', 'debug'),
    'info',
    'Lowest level that is logged: error, warn, info or debug.',
  ),
};
