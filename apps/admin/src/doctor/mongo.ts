import { type Finding, fail, ok, warn } from '@strongroom/settings';
import type { MongoSeen, MongoSettings } from '../service/stores.ts';

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
  const where = seen.replicaSet === undefined ? 'a sharded cluster' : `replica set ${seen.replicaSet}`;
  return [ok('database', `MongoDB ${seen.version}, ${where}, database ${settings.database}`), indexes(seen.problems)];
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
