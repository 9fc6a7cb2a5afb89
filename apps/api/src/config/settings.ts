import { DEFAULT_EXTERNAL_CLEARANCE, isKnown, type LabelRules } from '@strongroom/domain';
import type { AdapterPort, TextSettings } from '@strongroom/ports';
import { auditProblems } from './audit.ts';
import { gcsProblems } from './gcs.ts';
import { kmsProblems } from './kms.ts';
import { labelRuleProblems, mailLabelProblems } from './label-rules.ts';
import { mailProblems } from './mail.ts';
import { isOfModule, moduleSettingsOf } from './module-settings.ts';
import { mongodbProblems } from './mongodb.ts';
import { nearest } from './nearest.ts';
import { oidcProblems } from './oidc.ts';
import { outerProblems, pkcs11Problems } from './pkcs11.ts';
import { postgresqlProblems } from './postgresql.ts';
import { s3Problems } from './s3.ts';
import { InvalidSetting, type Setting } from './setting.ts';
import { sharedSecretProblems } from './shared-secrets.ts';
import { VARIABLES } from './variables.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Values = {
  readonly [K in keyof typeof VARIABLES]:
    | ReturnType<(typeof VARIABLES)[K]['parse']>
    | (typeof VARIABLES)[K]['fallback'];
};

/** The settings of the operator, read once at start. */
export type Settings = Omit<
  Values,
  'labels' | 'roleClearances' | 'externalClearance' | 'shareMaxLabel' | 'uploadsPerMinute'
> &
  Readonly<{
    labelRules: LabelRules;
    uploadsPerMinute: number;
    moduleSettings: Readonly<Record<AdapterPort, TextSettings>>;
  }>;

/** A key vault outside of the service has a quota for the whole organisation, and wraps a key for each upload. */
const UPLOADS_PER_MINUTE = { here: 30_000, outside: 3_000 } as const;

/** The settings, or all problems with them, as sentences. */
export type Read = Readonly<{ settings: Settings }> | Readonly<{ problems: readonly string[] }>;

/** Reads the environment. An empty variable counts as not set. */
export function readSettings(environment: Environment): Read {
  const problems = unknownVariables(environment);
  const read = <T>({ name, fallback, parse }: Setting<T>): T => {
    const text = environment[name]?.trim() ?? '';
    if (text === '') return fallback;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof InvalidSetting)) throw error;
      problems.push(`${name} ${error.message}.`);
      return fallback;
    }
  };
  const { labels, roleClearances, externalClearance, shareMaxLabel, ...others } = VARIABLES;
  const scheme = read(labels);
  const clearances = read(roleClearances);
  const labelRules: LabelRules = {
    scheme,
    roleClearances: clearances,
    externalClearance:
      read(externalClearance) ??
      (isKnown(scheme, DEFAULT_EXTERNAL_CLEARANCE) ? DEFAULT_EXTERNAL_CLEARANCE : clearances.member),
    shareMaxLabel: read(shareMaxLabel) ?? null,
  };
  const values: Omit<Settings, 'moduleSettings'> = {
    labelRules,
    mailLabel: read(others.mailLabel),
    roomInvitations: read(others.roomInvitations),
    externalOwners: read(others.externalOwners),
    host: read(others.host),
    port: read(others.port),
    publicUrl: read(others.publicUrl),
    dataDir: read(others.dataDir),
    ownerEmail: read(others.ownerEmail),
    ownerToken: read(others.ownerToken),
    secret: read(others.secret),
    documents: read(others.documents),
    mongodbUrl: read(others.mongodbUrl),
    mongodbDatabase: read(others.mongodbDatabase),
    postgresqlUrl: read(others.postgresqlUrl),
    blobs: read(others.blobs),
    diskReserve: read(others.diskReserve),
    gcsBucket: read(others.gcsBucket),
    gcsHmacId: read(others.gcsHmacId),
    gcsHmacSecret: read(others.gcsHmacSecret),
    gcsWeakerDeletion: read(others.gcsWeakerDeletion),
    gcsEndpoint: read(others.gcsEndpoint),
    s3Bucket: read(others.s3Bucket),
    s3Endpoint: read(others.s3Endpoint),
    s3Region: read(others.s3Region),
    s3PathStyle: read(others.s3PathStyle),
    s3Prefix: read(others.s3Prefix),
    s3Way: read(others.s3Way),
    s3PublicEndpoint: read(others.s3PublicEndpoint),
    s3CutUploads: read(others.s3CutUploads),
    keys: read(others.keys),
    kmsKeyRing: read(others.kmsKeyRing),
    kmsKeyPer: read(others.kmsKeyPer),
    kmsBinding: read(others.kmsBinding),
    kmsDestroyAfter: read(others.kmsDestroyAfter),
    kmsEndpoint: read(others.kmsEndpoint),
    pkcs11Library: read(others.pkcs11Library),
    pkcs11Token: read(others.pkcs11Token),
    pkcs11PinFile: read(others.pkcs11PinFile),
    keysOuter: read(others.keysOuter),
    keysOuterHash: read(others.keysOuterHash),
    limits: read(others.limits),
    auditKey: read(others.auditKey),
    auditCheckpoint: read(others.auditCheckpoint),
    auditWitnesses: read(others.auditWitnesses),
    auditKeepers: read(others.auditKeepers),
    auditKeepDays: read(others.auditKeepDays),
    auditKeepIpDays: read(others.auditKeepIpDays),
    mail: read(others.mail),
    smtpUrl: read(others.smtpUrl),
    mailFrom: read(others.mailFrom),
    keyServiceUrl: read(others.keyServiceUrl),
    grantKeys: read(others.grantKeys),
    oidcIssuer: read(others.oidcIssuer),
    oidcClientId: read(others.oidcClientId),
    oidcClientSecret: read(others.oidcClientSecret),
    oidcClaim: read(others.oidcClaim),
    oidcJitDomains: read(others.oidcJitDomains),
    passwords: read(others.passwords),
    deviceLogin: read(others.deviceLogin),
    rateLimit: read(others.rateLimit),
    roomsPerMinute: read(others.roomsPerMinute),
    uploadsPerMinute:
      read(others.uploadsPerMinute) ?? UPLOADS_PER_MINUTE[read(others.keys) === 'local' ? 'here' : 'outside'],
    trustedProxies: read(others.trustedProxies),
    uploadUrlTtl: read(others.uploadUrlTtl),
    downloadUrlTtl: read(others.downloadUrlTtl),
    pendingFiles: read(others.pendingFiles),
    pendingBytes: read(others.pendingBytes),
    pendingFilesPerRoom: read(others.pendingFilesPerRoom),
    corsOrigins: read(others.corsOrigins),
    metricsHost: read(others.metricsHost),
    metricsPort: read(others.metricsPort),
    logLevel: read(others.logLevel),
  };
  const settings: Settings = { ...values, moduleSettings: moduleSettingsOf(environment, values) };
  if (problems.length === 0)
    problems.push(
      ...labelRuleProblems(labelRules),
      ...mailLabelProblems(values.mailLabel, labelRules),
      ...mailProblems(settings),
      ...oidcProblems(settings),
      ...gcsProblems(settings),
      ...s3Problems(settings),
      ...kmsProblems(settings),
      ...mongodbProblems(settings),
      ...postgresqlProblems(settings),
      ...sharedSecretProblems(settings),
      ...auditProblems(settings),
      ...pkcs11Problems(settings),
      ...outerProblems(settings),
    );
  return problems.length > 0 ? { problems } : { settings };
}

const NAMES: readonly string[] = Object.values(VARIABLES).map(({ name }) => name);

/** Variables of the command line, which may be set in the shell that starts the service. */
const OF_THE_COMMAND_LINE: readonly string[] = ['STRONGROOM_URL', 'STRONGROOM_TOKEN', 'STRONGROOM_CONFIG'];

/** Variables of the key service, which reads and checks them itself. */
const OF_THE_KEY_SERVICE = /^STRONGROOM_KEY_SERVICE(_(?!URL$)|$)/;

/** Reports unknown variables: a mistyped name must not silently mean the default. */
function unknownVariables(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('STRONGROOM_') && ![...NAMES, ...OF_THE_COMMAND_LINE].includes(name))
    .filter((name) => !isOfModule(environment, name))
    .filter((name) => !OF_THE_KEY_SERVICE.test(name))
    .toSorted()
    .map((name) => {
      const meant = nearest(name, NAMES);
      return `${name} is no setting of this service${meant === undefined ? '.' : `; did you mean ${meant}?`}`;
    });
}
