import { join } from 'node:path';
import {
  DEFAULT_LABELS,
  type Label,
  LabelReference,
  type LabelScheme,
  MAX_KEYS_PER_HOUR,
  PROOF_MODES,
  type ProofMode,
  type ReleaseConditions,
} from '@strongroom/domain';
import { LOOPBACK } from './loopback.ts';
import { OIDC_VARIABLES, type OidcSettings, oidcOf } from './oidc.ts';
import { OUTER_VARIABLES, type OuterSettings, outerOf } from './outer.ts';
import { policyIn } from './policy-file.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The unwrapper of the key service, as the room service names its vault. */
export type KeySettings =
  | Readonly<{ kind: 'local'; folder: string }>
  | Readonly<{ kind: 'pkcs11'; library: string; token: string; pinFile: string }>
  | Readonly<{
      kind: 'cloud-kms';
      keyRing: string;
      scope: 'room' | 'organisation';
      isBound: boolean;
      endpoint: string | undefined;
    }>;

const LOG_LEVELS = ['info', 'debug'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

export type Settings = Readonly<{
  /** Address that people use, and audience of grants: `scheme://host[:port]`. */
  url: string;
  host: string;
  port: number;
  mode: ProofMode;
  /** Address of the room service, and issuer of grants. */
  roomService: string;
  /** A file or an address with the keys of the room service. */
  roomKeys: string;
  /** Whether keys of the room service are taken that do not continue the earlier ones. */
  areOtherKeysTrusted: boolean;
  origins: readonly string[];
  /** Whether pages of the room service may ask for keys although people prove themselves. */
  isRoomTrusted: boolean;
  dataDir: string;
  scheme: LabelScheme;
  trustedProxies: number;
  keys: KeySettings;
  /** The private keys of the outer layer of wrapped keys. */
  outer: OuterSettings;
  /** The identity provider; null in the other modes. */
  oidc: OidcSettings | null;
  /** Whether programs may sign people in by a code that they type in a browser of another computer. */
  hasDeviceLogin: boolean;
  /** The highest label of files whose keys links get; null for none. */
  linkLabel: Label | null;
  /** Keys of a person in an hour. */
  keysPerHour: number;
  /** The lowest level that is logged. */
  logLevel: LogLevel;
  /** The policy of the operator, and its file; none without one. */
  conditions: ReleaseConditions;
  policyFile: string | null;
}>;

/** A setting of the key service: its only description. The documentation is printed from these. */
export type KeyVariable = Readonly<{ name: string; shown: string; meaning: string }>;

const P = 'STRONGROOM_KEY_SERVICE_';

/** Every variable of the key service of its own. It also reads those of the room service about keys and labels. */
export const KEY_VARIABLES = {
  url: {
    name: `${P}URL`,
    shown: 'http://HOST:PORT',
    meaning: 'Address under which people reach the key service; https, unless it is on this machine.',
  },
  host: { name: `${P}HOST`, shown: '127.0.0.1', meaning: 'Where the key service listens.' },
  port: { name: `${P}PORT`, shown: '8081', meaning: 'The port it listens on.' },
  proof: {
    name: `${P}PROOF`,
    shown: 'grant',
    meaning:
      'How people prove themselves. grant: the word of the room service is enough. device: by a device that was enrolled with a code of yours. oidc: by a sign-in at your identity provider.',
  },
  roomService: {
    name: `${P}ROOM_SERVICE`,
    shown: 'http://127.0.0.1:8080',
    meaning: 'Public address of the room service whose grants are served.',
  },
  roomKeys: {
    name: `${P}ROOM_KEYS`,
    shown: 'ROOM_SERVICE/.well-known/jwks.json',
    meaning: 'File or address with the public keys of the room service.',
  },
  otherKeys: {
    name: `${P}OTHER_ROOM_KEYS`,
    shown: 'refused',
    meaning:
      'trusted: a set of keys of the room service that holds none of the earlier ones is taken, with an alarm. Otherwise it waits for `strongroom-keys trust accept`.',
  },
  origins: {
    name: `${P}ORIGINS`,
    shown: 'that of ROOM_SERVICE with grant, else none',
    meaning: 'Origins of web pages that may ask for keys, between commas; none for no page.',
  },
  roomPages: {
    name: `${P}ROOM_PAGES`,
    shown: 'apart',
    meaning:
      'trusted: pages of the room service may ask for keys too, with device and oidc; in the browser one authority then decides.',
  },
  dataDir: {
    name: `${P}DATA_DIR`,
    shown: 'key-service/ in STRONGROOM_DATA_DIR',
    meaning: 'Where the key service keeps its record, limits and signing key.',
  },
  ...OUTER_VARIABLES,
  links: {
    name: `${P}LINKS`,
    shown: 'none',
    meaning:
      'The highest label of files that links without a key in their address may open, in the mode grant. Without it such links open nothing.',
  },
  keysPerHour: {
    name: `${P}KEYS_PER_HOUR`,
    shown: '30000',
    meaning:
      'Keys that a person gets in an hour to read, and as many for uploads. The policy can say less for a label. Above 3000 there is an alarm, once an hour.',
  },
  policy: {
    name: `${P}POLICY`,
    shown: 'none',
    meaning:
      'File with your policy in JSON: how people have to sign in for files of a label, whether with an enrolled device, from which networks, and when. Read once at the start.',
  },
  ...OIDC_VARIABLES,
  deviceLogin: {
    name: `${P}DEVICE_LOGIN`,
    shown: 'off',
    meaning:
      'on: with oidc, programs on computers without a browser sign people in by a code that they type in a browser elsewhere (RFC 8628). A person who can be talked into typing a code of a stranger lets them in.',
  },
  trustedProxies: {
    name: `${P}TRUSTED_PROXIES`,
    shown: '0',
    meaning: 'Number of trusted proxies that append to X-Forwarded-For.',
  },
  logLevel: {
    name: `${P}LOG`,
    shown: 'info',
    meaning: 'Lowest level that is logged: info or debug. With debug an error is logged with its places in the code.',
  },
} as const satisfies Readonly<Record<string, KeyVariable>>;

class InvalidSetting extends Error {}

/** Reads the environment. Problems are sentences for the operator. */
export function readSettings(
  environment: Environment,
): Readonly<{ settings: Settings } | { problems: readonly string[] }> {
  const problems: string[] = [];
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const read = <T>(name: string, fallback: string, parse: (value: string) => T): T | undefined => {
    try {
      return parse(text(name) ?? fallback);
    } catch (error) {
      if (!(error instanceof InvalidSetting)) throw error;
      problems.push(`${name} ${error.message}.`);
      return undefined;
    }
  };
  const V = KEY_VARIABLES;
  const host = text(V.host.name) ?? '127.0.0.1';
  const port = read(V.port.name, '8081', portOf);
  const data = text('STRONGROOM_DATA_DIR') ?? './data';
  const roomService = read(V.roomService.name, 'http://127.0.0.1:8080', baseOf);
  const scheme = read('STRONGROOM_LABELS', '', labelsOf);
  const mode = read(V.proof.name, 'grant', modeOf);
  const origins = read(V.origins.name, (mode === 'grant' ? roomService : undefined) ?? 'none', originsOf);
  const isRoomTrusted = read(V.roomPages.name, 'apart', roomPagesOf);
  if (mode !== 'grant' && isRoomTrusted === false && roomService !== undefined && origins?.includes(roomService))
    problems.push(
      `${V.origins.name} holds the room service: its pages could then ask for keys, and in the browser one authority would decide. Take it out, or set ${V.roomPages.name}=trusted.`,
    );
  const partial = {
    url: read(V.url.name, `http://${host}:${port ?? 0}`, baseOf),
    host,
    port,
    mode,
    roomService,
    roomKeys: read(V.roomKeys.name, `${roomService ?? ''}/.well-known/jwks.json`, sourceOf),
    areOtherKeysTrusted: read(V.otherKeys.name, 'refused', otherKeysOf),
    origins,
    isRoomTrusted,
    dataDir: text(V.dataDir.name) ?? join(data, 'key-service'),
    scheme,
    trustedProxies: read(V.trustedProxies.name, '0', proxiesOf),
    keys: keysOf(text, data, problems),
    outer: outerOf(text, problems),
    oidc: oidcOf(text, mode === 'oidc', problems),
    hasDeviceLogin: read(V.deviceLogin.name, 'off', deviceLoginOf(mode)),
    linkLabel: read(V.links.name, 'none', linksOf(scheme, mode)),
    keysPerHour: read(V.keysPerHour.name, '30000', keysPerHourOf),
    logLevel: read(V.logLevel.name, 'info', logLevelOf),
    policyFile: text(V.policy.name) ?? null,
    conditions: conditionsOf(text(V.policy.name), { scheme, mode }, problems),
  };
  problems.push(...unknownVariables(environment));
  if (problems.length > 0 || !isWhole(partial)) return { problems };
  return { settings: partial };
}

function logLevelOf(value: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === value);
  if (level === undefined) throw new InvalidSetting(`is not one of ${LOG_LEVELS.join(', ')}`);
  return level;
}

function conditionsOf(
  file: string | undefined,
  { scheme, mode }: Readonly<{ scheme: LabelScheme | undefined; mode: ProofMode | undefined }>,
  problems: string[],
): ReleaseConditions | undefined {
  if (file === undefined || scheme === undefined || mode === undefined) return [];
  const read = policyIn(file, { scheme, mode });
  if ('conditions' in read) return read.conditions;
  problems.push(...read.problems.map((problem) => `${KEY_VARIABLES.policy.name}: ${problem}`));
  return undefined;
}

const deviceLoginOf =
  (mode: ProofMode | undefined) =>
  (text: string): boolean => {
    if (text !== 'on' && text !== 'off') throw new InvalidSetting('must be on or off');
    if (text === 'on' && mode !== 'oidc')
      throw new InvalidSetting('means nothing without the proof oidc: leave it out');
    return text === 'on';
  };

const isWhole = (settings: { readonly [K in keyof Settings]: Settings[K] | undefined }): settings is Settings =>
  Object.values(settings).every((value) => value !== undefined);

/** A mistyped name must not silently mean the default. */
const unknownVariables = (environment: Environment): readonly string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith(P) && !Object.values(KEY_VARIABLES).some((known) => known.name === name))
    .map((name) => `${name} is no setting of the key service.`);

/** `scheme://host[:port]`: compared byte by byte with what grants say. */
function baseOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.origin !== text)
    throw new InvalidSetting(
      'must be an address such as https://keys.example.com, without a path and a slash at its end',
    );
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new InvalidSetting('must begin with https:, unless it is on this machine');
  return text;
}

function sourceOf(text: string): string {
  if (!/^https?:/.test(text)) return text;
  const url = URL.parse(text);
  if (url === null || (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)))
    throw new InvalidSetting('must begin with https:, unless it is on this machine');
  return text;
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidSetting('must be a whole number from 0 to 65535');
  return port;
}

function proxiesOf(text: string): number {
  if (!/^(1?\d|20)$/.test(text)) throw new InvalidSetting('must be a whole number from 0 to 20');
  return Number(text);
}

function keysPerHourOf(text: string): number {
  const keys = Number(text);
  if (!/^[1-9]\d{0,6}$/.test(text) || keys > MAX_KEYS_PER_HOUR)
    throw new InvalidSetting(`must be a whole number from 1 to ${MAX_KEYS_PER_HOUR}`);
  return keys;
}

function modeOf(text: string): ProofMode {
  const mode = PROOF_MODES.find((known) => known === text);
  if (mode !== undefined) return mode;
  throw new InvalidSetting('must be grant, device or oidc');
}

function roomPagesOf(text: string): boolean {
  if (text !== 'apart' && text !== 'trusted') throw new InvalidSetting('must be apart or trusted');
  return text === 'trusted';
}

function otherKeysOf(text: string): boolean {
  if (text !== 'refused' && text !== 'trusted') throw new InvalidSetting('must be refused or trusted');
  return text === 'trusted';
}

const partsOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function originsOf(text: string): readonly string[] {
  if (text === 'none') return [];
  const origins = partsOf(text);
  for (const origin of origins)
    if (URL.parse(origin)?.origin !== origin)
      throw new InvalidSetting('must be origins between commas, such as https://rooms.example.com, or none');
  return origins;
}

function labelsOf(text: string): LabelScheme {
  if (text === '') return DEFAULT_LABELS;
  return partsOf(text).map((part) => {
    const [label = '', name = label] = part.split(':').map((piece) => piece.trim());
    if (label === '') throw new InvalidSetting('must be labels in rising order, as the room service has them');
    return { label: LabelReference.parse(label), name };
  });
}

/** Beside `grant` the room service alone would decide for a link, so there no link gets a key. */
const linksOf =
  (scheme: LabelScheme | undefined, mode: ProofMode | undefined) =>
  (text: string): Label | null => {
    if (text === 'none') return null;
    if (mode !== undefined && mode !== 'grant') throw new InvalidSetting(`has to be none in the mode ${mode}`);
    const known = scheme?.find(({ label }) => label === text);
    if (known === undefined) throw new InvalidSetting('must be a label of STRONGROOM_LABELS, or none');
    return known.label;
  };

function keysOf(text: (name: string) => string | undefined, data: string, problems: string[]): KeySettings | undefined {
  const needed = (name: string): string => {
    const value = text(name);
    if (value === undefined) problems.push(`${name} is missing: the key service needs it to unwrap.`);
    return value ?? '';
  };
  const kind = text('STRONGROOM_KEYS') ?? 'local';
  if (kind === 'local') return { kind, folder: join(data, 'keys') };
  if (kind === 'pkcs11')
    return {
      kind,
      library: needed('STRONGROOM_PKCS11_LIBRARY'),
      token: needed('STRONGROOM_PKCS11_TOKEN'),
      pinFile: needed('STRONGROOM_PKCS11_PIN_FILE'),
    };
  if (kind === 'cloud-kms')
    return {
      kind,
      keyRing: needed('STRONGROOM_KMS_KEY_RING'),
      scope: text('STRONGROOM_KMS_KEY_PER') === 'organisation' ? 'organisation' : 'room',
      isBound: text('STRONGROOM_KMS_BINDING') === 'file',
      endpoint: text('STRONGROOM_KMS_ENDPOINT'),
    };
  problems.push('STRONGROOM_KEYS must be one of local, cloud-kms, pkcs11.');
  return undefined;
}
