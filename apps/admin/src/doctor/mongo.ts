import { type Finding, fail, ok, warn } from '@strongroom/settings';
import type { MongoSeen, MongoSettings } from '../service/stores.ts';

type Fit = Exclude<MongoSeen, { state: 'unfit' }>;

/** Checks whether a service could keep its documents there. */
export async function checkMongo(
  settings: MongoSettings | 'unnamed',
  inspect: (settings: MongoSettings) => Promise<MongoSeen>,
): Promise<readonly Finding[]> {
  if (settings === 'unnamed')
    return [fail('database', 'STRONGROOM_MONGODB_URL is missing', 'name the replica set that the service uses')];
  const seen = await inspect(settings);
  if (seen.state === 'unfit')
    return [fail('database', seen.reason, 'correct STRONGROOM_MONGODB_URL, or mend the server')];
  return [place(seen, settings.database), indexes(seen.problems)];
}

function place({ version, replicaSet }: Fit, database: string): Finding {
  if (replicaSet !== undefined)
    return ok('database', `MongoDB ${version}, replica set ${replicaSet}, database ${database}`);
  return warn(
    'database',
    `MongoDB ${version}, a sharded cluster, database ${database}`,
    'use a replica set: sharded clusters are not tested, and all events and documents are on one shard',
  );
}

function indexes(problems: readonly string[]): Finding {
  const [first] = problems;
  if (first === undefined) return ok('indexes', 'as they must be');
  const listed = problems.join('; ');
  return problems.every((problem) => problem.endsWith('is missing'))
    ? warn('indexes', listed, 'start the service, it makes what is missing')
    : fail(
        'indexes',
        listed,
        'remove what is different with dropIndex in mongosh, and start the service to have it made',
      );
}
