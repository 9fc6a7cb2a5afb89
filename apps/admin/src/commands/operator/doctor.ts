import { defineCommand, type TypedArguments, type World } from '@strongroom/command-line';
import type { Finding } from '@strongroom/settings';
import { findingsAsJson, formatFindings, isHealthy, ROOM_SERVICE_VARIABLES, type Variable } from '@strongroom/settings';
import { inspectBeforeStart } from '../../container/before-start.ts';
import { inspectBucket } from '../../container/bucket.ts';
import { faultOfCheckpointFile, inspectKeyService, inspectKeys } from '../../container/data-folder.ts';
import { inspectDatabase } from '../../container/database.ts';
import { inspectLog, timeOfStore } from '../../container/examined-log.ts';
import { inspectModule } from '../../container/module.ts';
import { readRoomsThatMeet } from '../../container/rooms-that-meet.ts';
import { checkAuditFiles } from '../../doctor/audit-files.ts';
import { bucketOf } from '../../doctor/bucket.ts';
import { checkCertificates } from '../../doctor/certificates.ts';
import { checkClocks, clockAt, clockOf, type OtherClock } from '../../doctor/clocks.ts';
import { examine } from '../../doctor/examine.ts';
import { keyRingOf } from '../../doctor/key-ring.ts';
import { checkKeyServer } from '../../doctor/key-server.ts';
import { checkMailServer } from '../../doctor/mail.ts';
import { outerKeyOf } from '../../doctor/outer-key.ts';
import { checkIdentityProvider, checkWitnesses } from '../../doctor/outside-servers.ts';
import { checkSettings, checkTogether } from '../../doctor/settings.ts';
import { auditKeysOf, isWitnessed, keepersOf } from '../../service/audit-keys.ts';
import { DATA_DIR, type DataFolder, dataFolderOf } from '../../service/data-folder.ts';
import { modulesOf } from '../../service/module-settings.ts';
import { mongoOf } from '../../service/mongo-settings.ts';
import { postgresqlOf } from '../../service/postgresql-settings.ts';
import { readSetting } from '../../service/setting.ts';
import { vaultTokenOf } from '../../service/token-settings.ts';

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Check this machine and the data folder, and explain how to fix problems.',
  details:
    'One line a check: ok, warn (it works, and should not stay so) or fail. Nothing is made or repaired, and no PIN is tried\nthat the token has refused before; the\nservice may be running. Exits with 0 when nothing fails, else with 1.',
  operands: [],
  options: {
    'data-dir': DATA_DIR,
    'whole-log': {
      text: 'Compare all of the audit log, its tiles and the index of its lists, not a sample: minutes for ten million events.',
    },
    'try-pin': {
      text: 'Try the PIN of the token although the token has refused it before; a few wrong tries lock a token.',
    },
    json: { text: 'Print one JSON object.' },
  },
  examples: [
    ['doctor', 'looks at the data folder in ./data'],
    ['doctor --data-dir /srv/room --json', 'the same elsewhere, for a program'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const folder = dataFolderOf(given, world);
    const wrong = checkSettings(terminal.environment);
    const findings = wrong.length > 0 ? wrong : await findingsOf(folder, given, world);
    const isColoured = terminal.isTerminal && terminal.variable('NO_COLOR') === undefined;
    terminal.out(given.flag('json') ? findingsAsJson(folder.path, findings) : formatFindings(findings, isColoured));
    return isHealthy(findings) ? 0 : 1;
  },
});

/** All checks; that of the clocks only if the others find no fault. */
async function findingsOf(
  folder: DataFolder,
  given: TypedArguments<'data-dir' | 'whole-log' | 'try-pin' | 'json', never>,
  { terminal }: World,
): Promise<readonly Finding[]> {
  const auditKeys = auditKeysOf(terminal, folder);
  const found = await examine(folder, {
    inspectDatabase,
    inspectLog: (store, ownKeys) =>
      inspectLog(store, ownKeys ?? auditKeys, {
        keepers: ownKeys === undefined ? keepersOf(terminal) : { folders: [], buckets: [] },
        isWhole: given.flag('whole-log'),
      }),
    inspectBeforeStart: (store) =>
      inspectBeforeStart(store, { given: readSetting(terminal, ROOM_SERVICE_VARIABLES.secret), file: folder.secret }),
    readRoomsThatMeet,
    mailsToFolder: readSetting(terminal, ROOM_SERVICE_VARIABLES.mail) === 'folder',
    checkAuditFiles: () =>
      checkAuditFiles({ keys: auditKeys, isWitnessed: isWitnessed(terminal) }, faultOfCheckpointFile),
    inspectKeyRing: async (...asked) => (await import('../../container/key-ring.ts')).inspectKeyRing(...asked),
    keyRing: keyRingOf(terminal),
    inspectToken: async (settings) =>
      (await import('../../container/token.ts')).inspectToken(settings, {
        dataDir: folder.path,
        triesPin: given.flag('try-pin'),
      }),
    token: vaultTokenOf(terminal),
    faultOfOuterKey: async (...asked) => (await import('../../container/token.ts')).faultOfOuterKey(...asked),
    outerKey: outerKeyOf(terminal),
    inspectMongo: async (...asked) => (await import('../../container/mongo.ts')).inspectMongo(...asked),
    mongo: mongoOf(terminal),
    inspectPostgresql: async (...asked) => (await import('../../container/postgresql.ts')).inspectPostgresql(...asked),
    postgresql: postgresqlOf(terminal),
    inspectBucket,
    bucket: bucketOf(terminal),
    inspectKeys,
    inspectKeyService,
    inspectModule,
    modules: modulesOf(terminal),
    hasSecretSetting: readSetting(terminal, ROOM_SERVICE_VARIABLES.secret) !== undefined,
  });
  const outside = await outsideOf(terminal);
  const all = [...checkTogether(terminal.environment), ...found, ...outside];
  return isHealthy(found) ? [...all, ...(await checkClocks(otherClocksOf(terminal)))] : all;
}

/** Checks of servers that only requests of people or jobs need: mail, keys, sign-in, witnesses, and certificates of all. */
async function outsideOf(terminal: World['terminal']): Promise<readonly Finding[]> {
  const of = <T>(variable: Variable<T>): T => readSetting(terminal, variable);
  const [server, from, keys] = [
    of(ROOM_SERVICE_VARIABLES.smtpUrl),
    of(ROOM_SERVICE_VARIABLES.mailFrom),
    of(ROOM_SERVICE_VARIABLES.keyServiceUrl),
  ];
  const sends = of(ROOM_SERVICE_VARIABLES.mail) === 'smtp' && server !== undefined && from !== undefined;
  const issuer = of(ROOM_SERVICE_VARIABLES.oidcIssuer);
  const witnesses = (of(ROOM_SERVICE_VARIABLES.auditWitnesses) ?? []).map(({ url }) => url);
  const addresses = [
    of(ROOM_SERVICE_VARIABLES.publicUrl),
    keys,
    of(ROOM_SERVICE_VARIABLES.s3Endpoint),
    issuer,
    ...witnesses,
  ];
  return [
    ...(sends
      ? [
          await checkMailServer({
            place: `${server.host}:${server.port}`,
            inspect: async () => (await import('../../container/mail-server.ts')).inspectMailServer(server, from),
          }),
        ]
      : []),
    ...(keys === undefined ? [] : [await checkKeyServer(keys)]),
    ...(issuer === undefined ? [] : [await checkIdentityProvider(issuer)]),
    ...(await checkWitnesses(witnesses)),
    ...(await checkCertificates(addresses.filter((one) => one !== undefined))),
  ];
}

/** The clocks of the database, of the object store and of the key service: what the settings name of them. */
function otherClocksOf(terminal: Pick<World['terminal'], 'environment'>): readonly OtherClock[] {
  const bucket = bucketOf(terminal);
  const store = bucket === undefined || 'missing' in bucket ? undefined : bucket;
  const objects =
    store?.store === 'gcs'
      ? (store.endpoint ?? 'https://storage.googleapis.com')
      : store && (store.endpoint ?? `https://s3.${store.region}.amazonaws.com`);
  const keys = readSetting(terminal, ROOM_SERVICE_VARIABLES.keyServiceUrl);
  return [
    ...clockOf(postgresqlOf(terminal) ?? mongoOf(terminal), timeOfStore),
    ...(objects === undefined ? [] : [clockAt('the object store', objects)]),
    ...(keys === undefined ? [] : [clockAt('the key service', `${keys}/healthz`)]),
  ];
}
