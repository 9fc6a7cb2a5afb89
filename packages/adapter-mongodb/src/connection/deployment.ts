import { MongoServerError } from 'mongodb';
import type { Attempt } from './call-guard.ts';
import type { MongoConnection } from './mongo-connection.ts';
import { isInfrastructureError } from './mongo-errors.ts';
import { MongoUnusable } from './mongo-unusable.ts';
import { retryUntilDeadline } from './retry.ts';

/** The first major version that reads snapshots outside of transactions. */
const MIN_VERSION = 5;
const UNAUTHORIZED = 13;
const DENIED = new Set([UNAUTHORIZED, 18]);

export type Deployment = Readonly<{ version: string; replicaSet: string | undefined; isSharded: boolean }>;

/** Throws MongoUnusable if the server cannot keep the promises of a document store; the message says what to do. */
export async function examineDeployment(connection: MongoConnection, attempt: Attempt): Promise<Deployment> {
  const { hello, build } = await answers(connection, attempt);
  const version = String(build.version);
  if ('ferretdb' in build || 'ferretdbVersion' in build)
    throw new MongoUnusable(
      'not-mongodb',
      'this is FerretDB, which accepts transactions and ignores them; Strongroom needs MongoDB',
    );
  if (Number(version.split('.', 1)[0]) < MIN_VERSION)
    throw new MongoUnusable('too-old', `MongoDB ${version} is too old; Strongroom needs ${MIN_VERSION}.0 or newer`);
  const deployment: Deployment = {
    version,
    replicaSet: typeof hello.setName === 'string' ? hello.setName : undefined,
    isSharded: hello.msg === 'isdbgrid',
  };
  // Over a direct connection the driver reads from that server even if it is, or becomes, a secondary.
  if (connection.isDirect && Array.isArray(hello.hosts) && hello.hosts.length > 1)
    throw new MongoUnusable(
      'direct',
      'the address connects to one member of a replica set with several; use ?replicaSet=… instead of directConnection=true',
    );
  if (deployment.replicaSet === undefined && !deployment.isSharded)
    throw new MongoUnusable(
      'no-replica-set',
      'this MongoDB is not a replica set and therefore has no transactions; start it with --replSet rs, run ' +
        'rs.initiate() once in mongosh, and add ?replicaSet=rs to the address. One server is enough',
    );
  return deployment;
}

async function answers(connection: MongoConnection, attempt: Attempt) {
  try {
    return await retryUntilDeadline(
      attempt,
      async () => ({ hello: await connection.admin({ hello: 1 }), build: await connection.admin({ buildInfo: 1 }) }),
      (error) => isInfrastructureError(error) && !isDenied(error),
    );
  } catch (error) {
    if (isDenied(error))
      throw new MongoUnusable('login', 'MongoDB refuses this user; check the name, the password and authSource');
    if (!isInfrastructureError(error)) throw error;
    throw unreachableError();
  }
}

export const isUnauthorized = (error: unknown): boolean =>
  error instanceof MongoServerError && Number(error.code) === UNAUTHORIZED;

export const missingPrivilegeError = (): MongoUnusable =>
  new MongoUnusable('rights', 'this MongoDB user lacks a privilege; grant it readWrite on the database of the service');

const isDenied = (error: unknown): boolean => error instanceof MongoServerError && DENIED.has(Number(error.code));

export const noWritesError = (): MongoUnusable =>
  new MongoUnusable(
    'no-writes',
    'MongoDB takes no writes; give its disk room, or allow the writes of users again with setUserWriteBlockMode',
  );

export const unreachableError = (): MongoUnusable =>
  new MongoUnusable(
    'unreachable',
    'MongoDB cannot be reached, has no primary, or takes long to create a missing index; check that it runs and ' +
      'that the address names its replica set',
  );
