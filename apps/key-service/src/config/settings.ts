import { join } from 'node:path';
import type { Label, LabelScheme, ProofMode, ReleaseConditions } from '@strongroom/domain';
import type { TextSettings } from '@strongroom/ports';
import {
  type Environment,
  httpAddress,
  isModuleReference,
  KEY_SERVICE_VARIABLES,
  packageOf,
  readModuleSettings,
  readVariables,
  unknownVariableProblems,
  type ValuesOf,
  variableNames,
  withSecretFiles,
} from '@strongroom/settings';
import { policyIn } from './policy-file.ts';
import { ruleProblems } from './rules.ts';

type Values = ValuesOf<typeof KEY_SERVICE_VARIABLES>;

/** A token, and the file with the PIN of its user. */
export type TokenSettings = Readonly<{ library: string; token: string; pinFile: string }>;

/** A package from outside, and what it reads. */
export type ModuleSettings = Readonly<{ name: string; settings: TextSettings }>;

/** The unwrapper of the key service, as the room service names its vault. */
export type KeySettings =
  | Readonly<{ kind: 'local'; folder: string }>
  | (Readonly<{ kind: 'pkcs11' }> & TokenSettings)
  | Readonly<{
      kind: 'cloud-kms';
      keyRing: string;
      scope: 'room' | 'organisation';
      isBound: boolean;
      endpoint: string | undefined;
    }>
  | (Readonly<{ kind: 'module' }> & ModuleSettings);

/** The places of the private keys of the outer layer: files, a token, or both while they move. */
type OuterSettings = Readonly<{ files: readonly string[]; token: TokenSettings | null }>;

/** The key service as a client of the identity provider. `claim` names a person. */
type OidcSettings = Readonly<{ issuer: string; clientId: string; clientSecret: string | undefined; claim: string }>;

export type Settings = Pick<
  Values,
  | 'host'
  | 'port'
  | 'roomService'
  | 'trustedProxies'
  | 'keysPerHour'
  | 'logLevel'
  | 'drainSeconds'
  | 'startWaitSeconds'
  | 'metricsHost'
  | 'metricsPort'
> &
  Readonly<{
    /** Address that people use, and audience of grants: `scheme://host[:port]`. */
    url: string;
    mode: ProofMode;
    /** A file or an address with the keys of the room service. */
    roomKeys: string;
    /** Whether keys of the room service are taken that do not continue the earlier ones. */
    areOtherKeysTrusted: boolean;
    origins: readonly string[];
    /** Whether pages of the room service may ask for keys although people prove themselves. */
    isRoomTrusted: boolean;
    dataDir: string;
    scheme: LabelScheme;
    keys: KeySettings;
    /** The private keys of the outer layer of wrapped keys. */
    outer: OuterSettings;
    /** The identity provider; null in the other modes. */
    oidc: OidcSettings | null;
    /** Whether programs may sign people in by a code that they type in a browser of another computer. */
    hasDeviceLogin: boolean;
    /** The highest label of files whose keys links get; null for none. */
    linkLabel: Label | null;
    /** The policy of the operator, and its file; none without one. */
    conditions: ReleaseConditions;
    policyFile: string | null;
  }>;

/** Reads the environment. Problems are sentences for the operator. */
export function readSettings(given: Environment): Readonly<{ settings: Settings } | { problems: readonly string[] }> {
  const { environment, problems } = withSecretFiles(KEY_SERVICE_VARIABLES, given);
  const unknown = [
    ...problems,
    ...unknownVariableProblems(environment, {
      prefix: 'STRONGROOM_KEY_SERVICE_',
      known: variableNames(KEY_SERVICE_VARIABLES),
      service: 'the key service',
    }),
  ];
  const read = readVariables(KEY_SERVICE_VARIABLES, environment, ruleProblems);
  if ('problems' in read) return { problems: [...read.problems, ...unknown] };
  const { values } = read;
  const policy = policyOf(values);
  if ('problems' in policy) return { problems: [...policy.problems, ...unknown] };
  if (unknown.length > 0) return { problems: unknown };
  const { host, port, proof, roomService, roomDataDir, trustedProxies, keysPerHour, logLevel, drainSeconds } = values;
  const { startWaitSeconds, metricsHost, metricsPort } = values;
  return {
    settings: {
      url: values.url ?? httpAddress(host, port),
      host,
      port,
      mode: proof,
      roomService,
      roomKeys: values.roomKeys ?? `${roomService}/.well-known/jwks.json`,
      areOtherKeysTrusted: values.otherKeys === 'trusted',
      origins: originsOf(values),
      isRoomTrusted: values.roomPages === 'trusted',
      dataDir: values.dataDir ?? join(roomDataDir, 'key-service'),
      scheme: values.labels,
      trustedProxies,
      keys: keysOf(values, environment),
      outer: { files: values.outerKeys ?? [], token: outerTokenOf(values) },
      oidc: oidcOf(values),
      hasDeviceLogin: values.deviceLogin === 'on',
      linkLabel: values.links,
      keysPerHour,
      logLevel,
      drainSeconds,
      startWaitSeconds,
      metricsHost,
      metricsPort,
      conditions: policy.conditions,
      policyFile: values.policy ?? null,
    },
  };
}

const originsOf = ({ origins, proof, roomService }: Values): readonly string[] =>
  origins ?? (origins === undefined && proof === 'grant' ? [roomService] : []);

function policyOf({ policy, labels, proof }: Values): ReturnType<typeof policyIn> {
  if (policy === undefined) return { conditions: [] };
  const read = policyIn(policy, { scheme: labels, mode: proof });
  return 'conditions' in read
    ? read
    : { problems: read.problems.map((problem) => `${KEY_SERVICE_VARIABLES.policy.name}: ${problem}`) };
}

/** The value of a setting that `readVariables` requires. Throws TypeError if it is absent, which is a bug. */
function required<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new TypeError('these settings were not read to their end');
  return value;
}

function keysOf(values: Values, environment: Environment): KeySettings {
  if (isModuleReference(values.keys))
    return { kind: 'module', name: packageOf(values.keys), settings: readModuleSettings(environment, 'keys') };
  if (values.keys === 'local') return { kind: 'local', folder: join(values.roomDataDir, 'keys') };
  if (values.keys === 'pkcs11')
    return {
      kind: 'pkcs11',
      library: required(values.pkcs11Library),
      token: required(values.pkcs11Token),
      pinFile: required(values.pkcs11PinFile),
    };
  return {
    kind: 'cloud-kms',
    keyRing: required(values.kmsKeyRing),
    scope: values.kmsKeyPer,
    isBound: values.kmsBinding === 'file',
    endpoint: values.kmsEndpoint,
  };
}

function outerTokenOf(values: Values): TokenSettings | null {
  const { outerToken: token, outerPinFile } = values;
  if (token === null) return null;
  return { library: required(values.outerLibrary ?? values.pkcs11Library), token, pinFile: required(outerPinFile) };
}

function oidcOf(values: Values): OidcSettings | null {
  const { oidcIssuer, oidcClientId, oidcClientSecret: clientSecret, oidcClaim: claim } = values;
  if (values.proof !== 'oidc') return null;
  return { issuer: required(oidcIssuer), clientId: required(oidcClientId), clientSecret, claim };
}
