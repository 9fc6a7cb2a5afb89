import { InvalidSetting } from './setting.ts';

const FORM =
  'must be an address such as mongodb://host-a,host-b,host-c/?replicaSet=rs or mongodb+srv://user:password@cluster.example.com';

/** Connection string of MongoDB. Throws InvalidSetting, which never repeats the text: it may hold a password. */
export function parseMongodbUrl(text: string): string {
  if (!/^mongodb(\+srv)?:\/\/[^\s/?#@]+(@[^\s/?#@]+)?(\/[^\s#]*)?(\?[^\s#]*)?$/.test(text))
    throw new InvalidSetting(FORM);
  return text;
}

/** Names that the server takes on every system. Throws InvalidSetting. */
export function parseMongodbDatabase(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,38}$/.test(text) || ['admin', 'config', 'local'].includes(text.toLowerCase()))
    throw new InvalidSetting(
      'must be a name of letters, digits, "_" and "-", at most 38, and none of admin, config, local',
    );
  return text;
}

type Chosen = Readonly<{ documents: string; mongodbUrl: unknown }>;

/** Missing settings of MongoDB, as sentences. */
export const mongodbProblems = ({ documents, mongodbUrl }: Chosen): readonly string[] =>
  documents === 'mongodb' && mongodbUrl === undefined
    ? ['STRONGROOM_MONGODB_URL is missing: STRONGROOM_DOCUMENTS=mongodb needs an address.']
    : [];
