import { DEFAULT_EXTERNAL_CLEARANCE, isKnown, type LabelRules, ORG_ROLES } from '@strongroom/domain';
import { storePlaceOf } from '../drivers.ts';
import { isModuleVariable } from '../module-settings.ts';
import { type Environment, type ReadResult, readVariables, type ValuesOf } from '../read.ts';
import { withSecretFiles } from '../secret-files.ts';
import { unknownVariableProblems, variableNames } from '../unknown.ts';
import { COMMAND_LINE_VARIABLES } from './command-line.ts';
import { ROOM_SERVICE_VARIABLES } from './room-service.ts';

type Values = ValuesOf<typeof ROOM_SERVICE_VARIABLES>;

/** Reads every variable of the room service, or returns all problems with them: those for which it does not start. */
export function readRoomService(given: Environment): ReadResult<Values> {
  const { environment, problems } = withSecretFiles(ROOM_SERVICE_VARIABLES, given);
  const unknown = [...problems, ...unknownSettingProblems(environment)];
  const read = readVariables(ROOM_SERVICE_VARIABLES, environment, ruleProblems);
  if ('problems' in read) return { problems: [...unknown, ...read.problems] };
  return unknown.length > 0 ? { problems: unknown } : read;
}

const OWN_NAMES = variableNames(ROOM_SERVICE_VARIABLES);

/** Variables of the command line, which may be set in the shell that starts the service. */
const COMMAND_LINE_NAMES = variableNames(COMMAND_LINE_VARIABLES);

/** Variables of the key service, which reads and checks them itself. */
const KEY_SERVICE_NAME = /^STRONGROOM_KEY_SERVICE(_|$)/;

/** Sentences about variables that are not settings of the room service. */
export const unknownSettingProblems = (environment: Environment): readonly string[] =>
  unknownVariableProblems(
    environment,
    { prefix: 'STRONGROOM_', known: OWN_NAMES, service: 'this service' },
    (name) => COMMAND_LINE_NAMES.includes(name) || KEY_SERVICE_NAME.test(name) || isModuleVariable(environment, name),
  );

/** Settings that are well-formed and do not fit together, as sentences. Descriptions say the simpler requirements themselves. */
const ruleProblems = (values: Values): readonly string[] => [
  ...labelProblems(values),
  ...providerProblems(values),
  ...grantKeyProblems(values),
  ...memoryProblems(values),
  ...outerLayerProblems(values),
];

/** The labels of the service, and the clearances that follow from them. */
export function labelRulesOf({ labels: scheme, roleClearances, externalClearance, shareMaxLabel }: Values): LabelRules {
  const fallback = isKnown(scheme, DEFAULT_EXTERNAL_CLEARANCE) ? DEFAULT_EXTERNAL_CLEARANCE : roleClearances.member;
  return {
    scheme,
    roleClearances,
    externalClearance: externalClearance ?? fallback,
    shareMaxLabel: shareMaxLabel ?? null,
  };
}

/** Contradictions between labels, clearances and labels that other settings name. */
function labelProblems(values: Values): readonly string[] {
  const { scheme, roleClearances, externalClearance, shareMaxLabel } = labelRulesOf(values);
  const labels = `which is none of STRONGROOM_LABELS (${scheme.map(({ label }) => label).join(', ')})`;
  const isNone = (word: string): boolean => !isKnown(scheme, word);
  const problems = ORG_ROLES.filter((role) => isNone(roleClearances[role])).map(
    (role) => `STRONGROOM_ROLE_CLEARANCES gives ${role} the label ${roleClearances[role]}, ${labels}.`,
  );
  // Without a setting it is the clearance of members, whose problem is reported already.
  const external = externalClearance === roleClearances.member ? undefined : externalClearance;
  const named = {
    STRONGROOM_EXTERNAL_CLEARANCE: external,
    STRONGROOM_SHARE_MAX_LABEL: shareMaxLabel ?? undefined,
    STRONGROOM_MAIL_LABEL: values.mailLabel,
  };
  for (const [name, label] of Object.entries(named))
    if (label !== undefined && isNone(label)) problems.push(`${name} is ${label}, ${labels}.`);
  return problems;
}

/** Issuers at which any person can open an account with any address: Google, and Microsoft Entra for all tenants. */
const PUBLIC_ISSUER =
  /\/\/(login\.microsoftonline\.com\/(common|organizations|consumers)|accounts\.google\.com)(\/|$)/u;

function providerProblems(values: Values): readonly string[] {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcJitDomains, oidcTrustEmail, passwords } = values;
  if (oidcIssuer !== undefined)
    return oidcTrustEmail === 'on' && PUBLIC_ISSUER.test(oidcIssuer)
      ? [
          'STRONGROOM_OIDC_TRUST_EMAIL=on needs an issuer of one organisation: at this one every person can make an account with any address.',
        ]
      : [];
  const isHalf = (oidcClientId ?? oidcClientSecret ?? oidcJitDomains) !== undefined;
  return [
    ...(isHalf
      ? ['STRONGROOM_OIDC_ISSUER is missing: the other settings of the identity provider mean nothing without it.']
      : []),
    ...(passwords === 'off'
      ? ['STRONGROOM_PASSWORDS=off needs STRONGROOM_OIDC_ISSUER: no user could sign in otherwise.']
      : []),
  ];
}

/** Processes on several machines that each made a key would disagree. */
const grantKeyProblems = ({ documents, keyServiceUrl, grantKeys }: Values): readonly string[] =>
  storePlaceOf('documents', documents) === 'elsewhere' && keyServiceUrl !== undefined && grantKeys === undefined
    ? [
        `STRONGROOM_GRANT_KEY is missing: with STRONGROOM_KEY_SERVICE_URL, STRONGROOM_DOCUMENTS=${documents} needs one that all processes share; \`strongroom-admin grant-key --make\` prints one.`,
      ]
    : [];

function memoryProblems({ documents, auditKey, auditCheckpoint }: Values): readonly string[] {
  if (storePlaceOf('documents', documents) !== 'process') return [];
  return Object.entries({ STRONGROOM_AUDIT_KEY: auditKey, STRONGROOM_AUDIT_CHECKPOINT: auditCheckpoint })
    .filter(([, value]) => value !== undefined)
    .map(
      ([name]) => `${name} is set: with STRONGROOM_DOCUMENTS=${documents} the log and its key end with the process.`,
    );
}

/** Keys whose vault an outer layer fits. Cloud KMS separates the rights itself, and its wrapped keys are longer. */
const LAYERED: readonly string[] = ['local', 'pkcs11'];

function outerLayerProblems({ keys, keysOuter }: Values): readonly string[] {
  if (keys === 'pkcs11' && keysOuter === undefined)
    return [
      'STRONGROOM_KEYS_OUTER is missing: with STRONGROOM_KEYS=pkcs11 name the public key of another token, so that the PIN of this service cannot decrypt; none accepts that it can.',
    ];
  return typeof keysOuter === 'string' && !LAYERED.includes(keys)
    ? [`STRONGROOM_KEYS_OUTER is set: STRONGROOM_KEYS=${keys} takes no outer layer; leave it out.`]
    : [];
}

/** A warning if nothing outside of the database shows that it was restored from a backup; otherwise undefined. */
export function checkpointWarning({
  auditCheckpoint,
  auditWitnesses = [],
  auditKeepers,
}: Pick<Values, 'auditCheckpoint' | 'auditWitnesses' | 'auditKeepers'>): string | undefined {
  if (auditCheckpoint === undefined || !('nowhere' in auditCheckpoint)) return undefined;
  const isKept = (auditKeepers?.folders.length ?? 0) + (auditKeepers?.buckets.length ?? 0) > 0;
  if (auditWitnesses.length > 0 || isKept) return undefined;
  return 'STRONGROOM_AUDIT_CHECKPOINT is none, and there is no witness and no keeper that can be read: a database that loses its last events continues the audit log unnoticed. Name a part of a bucket, s3://BUCKET/PREFIX/ or gs://BUCKET/PREFIX/.';
}
