import type { AdapterPort } from '@strongroom/ports';
import type { Finding } from '@strongroom/settings';
import type { inspectBeforeStart } from '../container/before-start.ts';
import type { inspectBucket } from '../container/bucket.ts';
import type { inspectDatabase } from '../container/database.ts';
import type { inspectKeyRing } from '../container/key-ring.ts';
import type { inspectModule } from '../container/module.ts';
import type { inspectMongo } from '../container/mongo.ts';
import type { inspectPostgresql } from '../container/postgresql.ts';
import type { readRoomsThatMeet } from '../container/rooms-that-meet.ts';
import type { faultOfOuterKey, inspectToken } from '../container/token.ts';
import type { DataFolder } from '../service/data-folder.ts';
import type { OutsideModules } from '../service/module-settings.ts';
import type {
  AuditKeyFiles,
  DatabaseSeen,
  KeyRingSettings,
  KeyServiceFiles,
  KeysSeen,
  LogSeen,
  MongoSettings,
  PostgresqlSettings,
  StoreToRead,
  VaultTokenSettings,
} from '../service/stores.ts';
import { checkLog } from './audit-log.ts';
import { checkBeforeStart } from './before-start.ts';
import { checkBucket, type DoctorBucket } from './bucket.ts';
import { checkDatabase } from './database.ts';
import { checkDisk } from './disk.ts';
import { checkBlobs, checkDataFolder, checkMail, hasDataFolder } from './folders.ts';
import { checkKeyRing } from './key-ring.ts';
import { checkKeyService } from './key-service.ts';
import { checkKeys } from './keys.ts';
import { checkMeetings } from './meetings.ts';
import { checkModule } from './module.ts';
import { checkMongo } from './mongo.ts';
import { checkNode } from './node.ts';
import { checkOuterKey } from './outer-key.ts';
import { checkOwnerToken } from './owner-token.ts';
import { checkPostgresql } from './postgresql.ts';
import { checkRoomKeys } from './room-keys.ts';
import { checkSecret, checkSecretSetting } from './secret.ts';
import { checkToken } from './token.ts';

type ExamineDeps = Readonly<{
  inspectDatabase: typeof inspectDatabase;
  inspectKeys: (keysFolder: string) => Promise<KeysSeen>;
  inspectKeyRing: typeof inspectKeyRing;
  faultOfOuterKey: typeof faultOfOuterKey;
  inspectBucket: typeof inspectBucket;
  inspectMongo: typeof inspectMongo;
  inspectPostgresql: typeof inspectPostgresql;
  inspectModule: typeof inspectModule;
  inspectKeyService: (folder: string) => Promise<KeyServiceFiles>;
  hasSecretSetting: boolean;
  /** Whether mails go to the data folder. */
  mailsToFolder: boolean;
  inspectLog: (store: StoreToRead, keys?: AuditKeyFiles) => Promise<LogSeen>;
  /** Looks at a store as the next start does. */
  inspectBeforeStart: (store: StoreToRead) => ReturnType<typeof inspectBeforeStart>;
  readRoomsThatMeet: typeof readRoomsThatMeet;
  /** The files of the audit log's key and last checkpoint. */
  checkAuditFiles: () => Promise<readonly Finding[]>;
  /** Set if keys are in Cloud KMS. */
  keyRing: KeyRingSettings | 'unnamed' | undefined;
  /** Set if keys are in a token of an HSM. */
  token: VaultTokenSettings | Readonly<{ missing: readonly string[] }> | undefined;
  inspectToken: (settings: VaultTokenSettings) => ReturnType<typeof inspectToken>;
  /** Set if there is an outer layer around keys of the keyring. */
  outerKey: string | undefined;
  /** Set if objects are in a bucket. */
  bucket: DoctorBucket | undefined;
  /** Set if documents are in MongoDB. */
  mongo: MongoSettings | 'unnamed' | undefined;
  /** Set if documents are in PostgreSQL. */
  postgresql: PostgresqlSettings | 'unnamed' | undefined;
  /** Packages from outside. */
  modules: OutsideModules;
}>;

/** Runs every check, in the order in which a service needs the parts. Creates and changes nothing. */
export async function examine(folder: DataFolder, needs: ExamineDeps): Promise<readonly Finding[]> {
  const needed = { database: hasDatabaseFile(needs), blobs: hasFolderOfObjects(needs), keys: hasKeyring(needs) };
  const isNeeded = needed.database || needed.blobs || needed.keys;
  const findings = [checkNode(process.versions.node), await checkDataFolder(folder, needed)];
  if (findings.some(({ status }) => status === 'fail')) return findings;
  const isThere = isNeeded || (await hasDataFolder(folder));
  const seen = await needs.inspectDatabase(folder.database);
  const hasDatabase = seen.state !== 'missing';
  const ofModule = (port: AdapterPort): Promise<readonly Finding[]> =>
    checkModule(port, needs.modules, needs.inspectModule);
  const checkContents = async (store: StoreToRead): Promise<readonly Finding[]> => {
    const ahead = [
      ...checkBeforeStart(await needs.inspectBeforeStart(store), hasDatabaseFile(needs)),
      ...checkMeetings(await needs.readRoomsThatMeet(store)),
    ];
    const ofLog = checkLog(await needs.inspectLog(store));
    return ofLog.length === 0 ? ahead : [...ahead, ...ofLog, ...(await needs.checkAuditFiles())];
  };
  const andLog = async (store: StoreToRead, ofStore: readonly Finding[]): Promise<readonly Finding[]> =>
    ofStore.every(isLogReadable) && store !== 'unnamed' ? [...ofStore, ...(await checkContents(store))] : ofStore;
  return [
    ...findings,
    ...(hasDatabaseFile(needs) ? await checkDatabase(folder.database, seen) : []),
    ...(hasDatabaseFile(needs) && isWell(seen) ? await checkContents(folder.database) : []),
    ...(needs.mongo === undefined ? [] : await andLog(needs.mongo, await checkMongo(needs.mongo, needs.inspectMongo))),
    ...(needs.postgresql === undefined
      ? []
      : await andLog(needs.postgresql, await checkPostgresql(needs.postgresql, needs.inspectPostgresql))),
    ...(await ofModule('documents')),
    ...(await ofModule('limits')),
    ...(hasFolderOfObjects(needs) ? [await checkBlobs(folder, hasDatabase)] : []),
    ...(needs.bucket === undefined ? [] : [await checkBucket(needs.bucket, needs.inspectBucket)]),
    ...(await ofModule('blobs')),
    ...(hasKeyring(needs) ? await checkKeyring(folder, seen, needs) : []),
    ...(hasKeyring(needs) && needs.outerKey !== undefined
      ? [await checkOuterKey(needs.outerKey, needs.faultOfOuterKey)]
      : []),
    ...(needs.keyRing === undefined ? [] : [await checkKeyRing(needs.keyRing, needs.inspectKeyRing)]),
    ...(needs.token === undefined ? [] : await checkToken(needs.token, needs.inspectToken)),
    ...(await ofModule('keys')),
    hasDatabaseFile(needs)
      ? await checkSecret(folder, hasDatabase, needs.hasSecretSetting)
      : checkSecretSetting(needs.hasSecretSetting),
    ...(hasDatabaseFile(needs) ? [await checkOwnerToken(folder)] : []),
    ...(await checkKeyService(folder.keyService, await needs.inspectKeyService(folder.keyService), needs.inspectLog)),
    ...(await ofModule('mail')),
    ...(isThere && needs.mailsToFolder ? [await checkMail(folder)] : []),
    ...(isThere ? [await checkDisk(folder)] : []),
  ];
}

const checkKeyring = async (
  folder: DataFolder,
  seen: DatabaseSeen,
  { inspectKeys }: ExamineDeps,
): Promise<readonly Finding[]> => {
  const { findings, keys } = await checkKeys(folder, seen.state !== 'missing', inspectKeys);
  return keys === undefined ? findings : [...findings, ...checkRoomKeys(keys, seen)];
};

/** The log of a database can be read if its other checks pass, whether or not a standby confirms commits. */
const isLogReadable = ({ check, status }: Finding): boolean => status === 'ok' || check === 'standby';

/** A damaged database is reported by its own check. */
const isWell = (seen: DatabaseSeen): boolean =>
  seen.state === 'opened' && seen.damage.length === 0 && seen.schema === seen.knownSchema;

const hasDatabaseFile = ({
  mongo,
  postgresql,
  modules,
}: Pick<ExamineDeps, 'mongo' | 'postgresql' | 'modules'>): boolean =>
  mongo === undefined && postgresql === undefined && modules.documents === undefined;

const hasFolderOfObjects = ({ bucket, modules }: Pick<ExamineDeps, 'bucket' | 'modules'>): boolean =>
  bucket === undefined && modules.blobs === undefined;

const hasKeyring = ({ keyRing, token, modules }: Pick<ExamineDeps, 'keyRing' | 'token' | 'modules'>): boolean =>
  keyRing === undefined && token === undefined && modules.keys === undefined;
