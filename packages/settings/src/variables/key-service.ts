import { MAX_KEYS_PER_HOUR, PROOF_MODES } from '@strongroom/domain';
import { FILE_OR_ADDRESS, ISSUER, ORIGINS, SERVICE_ORIGIN } from '../forms/addresses.ts';
import {
  CLIENT_ID,
  FILE,
  FOLDER,
  HOST,
  oneOf,
  orNone,
  PORT,
  SECRET_TEXT,
  SWITCH,
  TRUSTED_PROXIES,
  wholeNumber,
} from '../forms/form.ts';
import { LABEL } from '../forms/labels.ts';
import { CLAIM } from '../forms/names.ts';
import { optional, type Requirement, variable } from '../variable.ts';
import { KEYS } from './keys.ts';
import { OUTER_LAYER } from './outer-layer.ts';
import { SHARED } from './shared.ts';

const withOidc = (because: string): Requirement => ({
  with: 'STRONGROOM_KEY_SERVICE_PROOF',
  holds: (value) => value === 'oidc',
  because: () => because,
});

/** Every variable of the key service of its own, and its address, which both services read. */
export const KEY_SERVICE_OWN = {
  url: SHARED.keyServiceUrl,
  host: variable('STRONGROOM_KEY_SERVICE_HOST', HOST, '127.0.0.1', 'Where the key service listens.'),
  port: variable('STRONGROOM_KEY_SERVICE_PORT', PORT, '8081', 'The port it listens on.'),
  proof: variable(
    'STRONGROOM_KEY_SERVICE_PROOF',
    oneOf(...PROOF_MODES),
    'grant',
    'How people prove themselves. grant: the word of the room service is enough. device: by a device that was enrolled with a code of yours. oidc: by a sign-in at your identity provider.',
  ),
  roomService: variable(
    'STRONGROOM_KEY_SERVICE_ROOM_SERVICE',
    SERVICE_ORIGIN,
    'http://127.0.0.1:8080',
    'Public address of the room service whose grants are served.',
  ),
  roomKeys: optional(
    'STRONGROOM_KEY_SERVICE_ROOM_KEYS',
    FILE_OR_ADDRESS,
    'ROOM_SERVICE/.well-known/jwks.json',
    'File or address with the public keys of the room service.',
  ),
  otherKeys: variable(
    'STRONGROOM_KEY_SERVICE_OTHER_ROOM_KEYS',
    oneOf('refused', 'trusted'),
    'refused',
    'trusted: a set of keys of the room service that holds none of the earlier ones is taken, with an alarm. Otherwise it waits for `strongroom-keys trust accept`.',
  ),
  origins: optional(
    'STRONGROOM_KEY_SERVICE_ORIGINS',
    orNone(ORIGINS),
    'that of ROOM_SERVICE with grant, else none',
    'Origins of web pages that may ask for keys, between commas; none for no page.',
  ),
  roomPages: variable(
    'STRONGROOM_KEY_SERVICE_ROOM_PAGES',
    oneOf('apart', 'trusted'),
    'apart',
    'trusted: pages of the room service may ask for keys too, with device and oidc; in the browser one authority then decides.',
  ),
  dataDir: optional(
    'STRONGROOM_KEY_SERVICE_DATA_DIR',
    FOLDER,
    'key-service/ in STRONGROOM_DATA_DIR',
    'Where the key service keeps its record, limits and signing key.',
  ),
  ...OUTER_LAYER,
  links: variable(
    'STRONGROOM_KEY_SERVICE_LINKS',
    orNone(LABEL),
    'none',
    'The highest label of files that links without a key in their address may open, in the mode grant. Without it such links open nothing.',
  ),
  keysPerHour: variable(
    'STRONGROOM_KEY_SERVICE_KEYS_PER_HOUR',
    wholeNumber(1, MAX_KEYS_PER_HOUR),
    '30000',
    'Keys that a person gets in an hour to read, and as many for uploads. The policy can say less for a label. Above 3000 there is an alarm, once an hour.',
  ),
  policy: optional(
    'STRONGROOM_KEY_SERVICE_POLICY',
    FILE,
    'none',
    'File with your policy in JSON: how people have to sign in for files of a label, whether with an enrolled device, from which networks, and when. Read once at the start.',
  ),
  oidcIssuer: optional(
    'STRONGROOM_KEY_SERVICE_OIDC_ISSUER',
    ISSUER,
    'none',
    'Issuer of the identity provider, with oidc.',
    withOidc('no person can prove themself without a provider'),
  ),
  oidcClientId: optional(
    'STRONGROOM_KEY_SERVICE_OIDC_CLIENT_ID',
    CLIENT_ID,
    'none',
    'The client that is registered there for the key service, apart from that of the room service.',
    withOidc('name the client that is registered at the provider'),
  ),
  oidcClientSecret: optional(
    'STRONGROOM_KEY_SERVICE_OIDC_CLIENT_SECRET',
    SECRET_TEXT,
    'none',
    'The secret of that client; none for a public one.',
  ),
  oidcClaim: variable(
    'STRONGROOM_KEY_SERVICE_OIDC_CLAIM',
    CLAIM,
    'sub',
    'The claim that names a person for good. Where sub differs from client to client, another one, such as oid.',
  ),
  deviceLogin: variable(
    'STRONGROOM_KEY_SERVICE_DEVICE_LOGIN',
    SWITCH,
    'off',
    'on: with oidc, programs on computers without a browser sign people in by a code that they type in a browser elsewhere (RFC 8628). A person who can be talked into typing a code of a stranger lets them in.',
  ),
  trustedProxies: variable(
    'STRONGROOM_KEY_SERVICE_TRUSTED_PROXIES',
    TRUSTED_PROXIES,
    '0',
    'Number of trusted proxies that append to X-Forwarded-For.',
  ),
  metricsPort: optional(
    'STRONGROOM_KEY_SERVICE_METRICS_PORT',
    PORT,
    'off',
    'Port of /metrics for Prometheus, on STRONGROOM_METRICS_HOST.',
  ),
  logLevel: variable(
    'STRONGROOM_KEY_SERVICE_LOG',
    oneOf('info', 'debug'),
    'info',
    'Lowest level that is logged: info or debug. With debug an error is logged with its places in the code.',
  ),
};

/** The variables that the key service reads, with those of the room service: both have to be given the same. */
export const KEY_SERVICE = {
  ...KEY_SERVICE_OWN,
  roomDataDir: SHARED.dataDir,
  labels: SHARED.labels,
  drainSeconds: SHARED.drainSeconds,
  startWaitSeconds: SHARED.startWaitSeconds,
  metricsHost: SHARED.metricsHost,
  keys: KEYS.keys,
  kmsKeyRing: KEYS.kmsKeyRing,
  kmsKeyPer: KEYS.kmsKeyPer,
  kmsBinding: KEYS.kmsBinding,
  kmsEndpoint: KEYS.kmsEndpoint,
  pkcs11Library: KEYS.pkcs11Library,
  pkcs11Token: KEYS.pkcs11Token,
  pkcs11PinFile: KEYS.pkcs11PinFile,
  keysOuter: KEYS.keysOuter,
};
