import { MongoServerError } from 'mongodb';
import { again } from './again.ts';
import type { MongoConnection } from './mongo-connection.ts';
import { isWorldly } from './mongo-errors.ts';
import { MongoUnusable } from './mongo-unusable.ts';
import type { Attempt } from './serving.ts';

/** The first that reads a snapshot outside of a transaction. */
const OLDEST = 5;
const UNAUTHORIZED = 13;
const DENIED = new Set([UNAUTHORIZED, 18]);

export type Deployment = Readonly<{ version: string; replicaSet: string | undefined; isSharded: boolean }>;

/**
 * Looks whether the server can keep the promises of a document store. Throws MongoUnusable, with a sentence that says what
 * to do.
 */
export async function examineDeployment(connection: MongoConnection, attempt: Attempt): Promise<Deployment> {
  const { hello, build } = await answers(connection, attempt);
  const version = String(build.version);
  if ('ferretdb' in build || 'ferretdbVersion' in build)
    throw new MongoUnusable(
      'not-mongodb',
      'this is FerretDB, which takes transactions and ignores them; Strongroom needs MongoDB itself',
    );
  if (Number(version.split('.', 1)[0]) < OLDEST)
    throw new MongoUnusable('too-old', `MongoDB ${version} is too old; Strongroom needs ${OLDEST}.0 or newer`);
  const deployment: Deployment = {
    version,
    replicaSet: typeof hello.setName === 'string' ? hello.setName : undefined,
    isSharded: hello.msg === 'isdbgrid',
  };
  // Past a direct connection the driver reads from whatever it is connected to: from a secondary, or from what becomes one.
  if (connection.isDirect && Array.isArray(hello.hosts) && hello.hosts.length > 1)
    throw new MongoUnusable(
      'direct',
      'the address leads to one member of a replica set of several; name the set (?replicaSet=…) instead of directConnection=true',
    );
  if (deployment.replicaSet === undefined && !deployment.isSharded)
    throw new MongoUnusable(
      'no-replica-set',
      'this MongoDB is no replica set, and without one it has no transactions; start it with --replSet rs, once run ' +
        'rs.initiate() in mongosh, and add ?replicaSet=rs to the address. One server is enough for that',
    );
  return deployment;
}

async function answers(connection: MongoConnection, attempt: Attempt) {
  try {
    return await again(
      attempt,
      async () => ({ hello: await connection.admin({ hello: 1 }), build: await connection.admin({ buildInfo: 1 }) }),
      (error) => isWorldly(error) && !isDenied(error),
    );
  } catch (error) {
    if (isDenied(error))
      throw new MongoUnusable(
        'login',
        'MongoDB does not let this user in; look at the name, the password and authSource',
      );
    if (!isWorldly(error)) throw error;
    throw unreachable();
  }
}

export const isUnauthorized = (error: unknown): boolean =>
  error instanceof MongoServerError && Number(error.code) === UNAUTHORIZED;

export const withoutRights = (): MongoUnusable =>
  new MongoUnusable(
    'rights',
    'this user of MongoDB may not do what the service does; grant it readWrite on the database of the service',
  );

const isDenied = (error: unknown): boolean => error instanceof MongoServerError && DENIED.has(Number(error.code));

export const unreachable = (): MongoUnusable =>
  new MongoUnusable(
    'unreachable',
    'MongoDB cannot be reached, has no primary, or takes long to make an index that is missing; look whether it runs, ' +
      'whether the address names its replica set, and start again',
  );
