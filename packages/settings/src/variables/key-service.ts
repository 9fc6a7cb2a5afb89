import { MAX_KEYS_PER_HOUR, PROOF_MODES } from '@strongroom/domain';
import { FILE_OR_ADDRESS_FORM, ISSUER_FORM, ORIGINS_FORM, SERVICE_ORIGIN_FORM } from '../forms/addresses.ts';
import {
  CLIENT_ID_FORM,
  FILE_FORM,
  FOLDER_FORM,
  formOrNone,
  HOST_FORM,
  PORT_FORM,
  SECRET_FORM,
  SWITCH_FORM,
  TRUSTED_PROXIES_FORM,
  wholeNumberForm,
  wordForm,
} from '../forms/form.ts';
import { LABEL_FORM } from '../forms/labels.ts';
import { CLAIM_FORM } from '../forms/names.ts';
import { optionalVariable, type Requirement, variable } from '../variable.ts';
import { KEY_VARIABLES } from './keys.ts';
import { OUTER_LAYER_VARIABLES } from './outer-layer.ts';
import { SHARED_VARIABLES } from './shared.ts';

const withOidc = (because: string): Requirement => ({
  with: 'STRONGROOM_KEY_SERVICE_PROOF',
  holds: (value) => value === 'oidc',
  because: () => because,
});

/** Every variable that only the key service reads, and its address, which both services read. */
export const KEY_SERVICE_OWN_VARIABLES = {
  url: SHARED_VARIABLES.keyServiceUrl,
  host: variable('STRONGROOM_KEY_SERVICE_HOST', HOST_FORM, '127.0.0.1', 'Where the key service listens.'),
  port: variable('STRONGROOM_KEY_SERVICE_PORT', PORT_FORM, '8081', 'The port it listens on.'),
  proof: variable(
    'STRONGROOM_KEY_SERVICE_PROOF',
    wordForm(...PROOF_MODES),
    'grant',
    'How people prove themselves. grant: the word of the room service is enough. device: by a device that was enrolled with a code of yours. oidc: by a sign-in at your identity provider.',
  ),
  roomService: variable(
    'STRONGROOM_KEY_SERVICE_ROOM_SERVICE',
    SERVICE_ORIGIN_FORM,
    'http://127.0.0.1:8080',
    'Public address of the room service whose grants are served.',
  ),
  roomKeys: optionalVariable(
    'STRONGROOM_KEY_SERVICE_ROOM_KEYS',
    FILE_OR_ADDRESS_FORM,
    'ROOM_SERVICE/.well-known/jwks.json',
    'File or address with the public keys of the room service.',
  ),
  otherKeys: variable(
    'STRONGROOM_KEY_SERVICE_OTHER_ROOM_KEYS',
    wordForm('refused', 'trusted'),
    'refused',
    'trusted: a set of keys of the room service that holds none of the earlier ones is taken, with an alarm. Otherwise it waits for `strongroom-keys trust accept`.',
  ),
  origins: optionalVariable(
    'STRONGROOM_KEY_SERVICE_ORIGINS',
    formOrNone(ORIGINS_FORM),
    'that of ROOM_SERVICE with grant, else none',
    'Origins of web pages that may ask for keys, between commas; none for no page.',
  ),
  roomPages: variable(
    'STRONGROOM_KEY_SERVICE_ROOM_PAGES',
    wordForm('apart', 'trusted'),
    'apart',
    'trusted: pages of the room service may ask for keys too, with device and oidc; in the browser one authority then decides.',
  ),
  dataDir: optionalVariable(
    'STRONGROOM_KEY_SERVICE_DATA_DIR',
    FOLDER_FORM,
    'key-service/ in STRONGROOM_DATA_DIR',
    'Where the key service keeps its record, limits and signing key.',
  ),
  ...OUTER_LAYER_VARIABLES,
  links: variable(
    'STRONGROOM_KEY_SERVICE_LINKS',
    formOrNone(LABEL_FORM),
    'none',
    'The highest label of files that links without a key in their address may open, in the mode grant. Without it such links open nothing.',
  ),
  keysPerHour: variable(
    'STRONGROOM_KEY_SERVICE_KEYS_PER_HOUR',
    wholeNumberForm(1, MAX_KEYS_PER_HOUR),
    '30000',
    'Keys that a person gets in an hour to read, and as many for uploads. The policy can say less for a label. Above 3000 there is an alarm, once an hour.',
  ),
  policy: optionalVariable(
    'STRONGROOM_KEY_SERVICE_POLICY',
    FILE_FORM,
    'none',
    'File with your policy in JSON: how people have to sign in for files of a label, whether with an enrolled device, from which networks, and when. Read once at the start.',
  ),
  oidcIssuer: optionalVariable(
    'STRONGROOM_KEY_SERVICE_OIDC_ISSUER',
    ISSUER_FORM,
    'none',
    'Issuer of the identity provider, with oidc.',
    withOidc('no person can prove themself without a provider'),
  ),
  oidcClientId: optionalVariable(
    'STRONGROOM_KEY_SERVICE_OIDC_CLIENT_ID',
    CLIENT_ID_FORM,
    'none',
    'The client that is registered there for the key service, apart from that of the room service.',
    withOidc('name the client that is registered at the provider'),
  ),
  oidcClientSecret: optionalVariable(
    'STRONGROOM_KEY_SERVICE_OIDC_CLIENT_SECRET',
    SECRET_FORM,
    'none',
    'The secret of that client; none for a public one.',
  ),
  oidcClaim: variable(
    'STRONGROOM_KEY_SERVICE_OIDC_CLAIM',
    CLAIM_FORM,
    'sub',
    'The claim that names a person for good. Where sub differs from client to client, another one, such as oid.',
  ),
  deviceLogin: variable(
    'STRONGROOM_KEY_SERVICE_DEVICE_LOGIN',
    SWITCH_FORM,
    'off',
    'on: with oidc, programs on computers without a browser sign people in by a code that they type in a browser elsewhere (RFC 8628). A person who can be talked into typing a code of a stranger lets them in.',
  ),
  trustedProxies: variable(
    'STRONGROOM_KEY_SERVICE_TRUSTED_PROXIES',
    TRUSTED_PROXIES_FORM,
    '0',
    'Number of trusted proxies that append to X-Forwarded-For.',
  ),
  metricsPort: optionalVariable(
    'STRONGROOM_KEY_SERVICE_METRICS_PORT',
    PORT_FORM,
    'off',
    'Port of /metrics for Prometheus, on STRONGROOM_METRICS_HOST.',
  ),
  logLevel: variable(
    'STRONGROOM_KEY_SERVICE_LOG',
    wordForm('info', 'debug'),
    'info',
    'Lowest level that is logged: info or debug. With debug an error is logged with its stack trace.',
  ),
};

/** The variables that the key service reads, with those of the room service: both have to be given the same. */
export const KEY_SERVICE_VARIABLES = {
  ...KEY_SERVICE_OWN_VARIABLES,
  roomDataDir: SHARED_VARIABLES.dataDir,
  labels: SHARED_VARIABLES.labels,
  drainSeconds: SHARED_VARIABLES.drainSeconds,
  startWaitSeconds: SHARED_VARIABLES.startWaitSeconds,
  metricsHost: SHARED_VARIABLES.metricsHost,
  keys: KEY_VARIABLES.keys,
  kmsKeyRing: KEY_VARIABLES.kmsKeyRing,
  kmsKeyPer: KEY_VARIABLES.kmsKeyPer,
  kmsBinding: KEY_VARIABLES.kmsBinding,
  kmsEndpoint: KEY_VARIABLES.kmsEndpoint,
  pkcs11Library: KEY_VARIABLES.pkcs11Library,
  pkcs11Token: KEY_VARIABLES.pkcs11Token,
  pkcs11PinFile: KEY_VARIABLES.pkcs11PinFile,
  keysOuter: KEY_VARIABLES.keysOuter,
};
