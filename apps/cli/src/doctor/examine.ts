import type { Embedded, KeyRingSettings, MongoSettings, VaultTokenSettings } from '../command/embedded.ts';
import type { DataFolder } from '../service/data-folder.ts';
import { type Bucket, checkBucket } from './bucket.ts';
import { checkDatabase } from './database.ts';
import { checkDisk } from './disk.ts';
import type { Finding } from './finding.ts';
import { checkBlobs, checkDataFolder, checkMail, hasDataFolder } from './folders.ts';
import { checkKeyRing } from './key-ring.ts';
import { checkKeys } from './keys.ts';
import { checkMongo } from './mongo.ts';
import { checkNode } from './node.ts';
import { checkOwnerToken } from './owner-token.ts';
import { checkRoomKeys } from './room-keys.ts';
import { checkSecret, checkSecretSetting } from './secret.ts';
import { checkToken } from './token.ts';

type Needs = Pick<Embedded, 'inspectDatabase' | 'inspectKeyRing' | 'inspectToken' | 'inspectBucket' | 'inspectMongo'> &
  Readonly<{
    hasSecretSetting: boolean;
    /** Set if keys are in Cloud KMS. */
    keyRing: KeyRingSettings | 'unnamed' | undefined;
    /** Set if keys are in a token of an HSM. */
    token: VaultTokenSettings | Readonly<{ missing: readonly string[] }> | undefined;
    /** Set if objects are in a bucket. */
    bucket: Bucket | undefined;
    /** Set if documents are in MongoDB. */
    mongo: MongoSettings | 'unnamed' | undefined;
  }>;

/** Runs every check, in the order in which a service needs the parts. Creates and changes nothing. */
export async function examine(folder: DataFolder, needs: Needs): Promise<readonly Finding[]> {
  const isNeeded = needs.mongo === undefined || needs.bucket === undefined || hasKeyring(needs);
  const findings = [checkNode(process.versions.node), await checkDataFolder(folder, isNeeded)];
  if (findings.some(({ status }) => status === 'fail')) return findings;
  const isThere = isNeeded || (await hasDataFolder(folder));
  const seen = await needs.inspectDatabase(folder.database);
  const hasDatabase = seen.state !== 'missing';
  return [
    ...findings,
    ...(needs.mongo === undefined
      ? await checkDatabase(folder.database, seen)
      : await checkMongo(needs.mongo, needs.inspectMongo)),
    needs.bucket === undefined
      ? await checkBlobs(folder, hasDatabase)
      : await checkBucket(needs.bucket, needs.inspectBucket),
    ...(hasKeyring(needs) ? [...(await checkKeys(folder, hasDatabase)), ...(await checkRoomKeys(folder, seen))] : []),
    ...(needs.keyRing === undefined ? [] : [await checkKeyRing(needs.keyRing, needs.inspectKeyRing)]),
    ...(needs.token === undefined ? [] : await checkToken(needs.token, needs.inspectToken)),
    needs.mongo === undefined
      ? await checkSecret(folder, hasDatabase, needs.hasSecretSetting)
      : checkSecretSetting(needs.hasSecretSetting),
    ...(needs.mongo === undefined ? [await checkOwnerToken(folder)] : []),
    ...(isThere ? [await checkMail(folder), await checkDisk(folder)] : []),
  ];
}

const hasKeyring = ({ keyRing, token }: Pick<Needs, 'keyRing' | 'token'>): boolean =>
  keyRing === undefined && token === undefined;
