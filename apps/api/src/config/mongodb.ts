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

type Chosen = Readonly<{ documents: string; mongodbUrl: unknown; ownerToken: unknown; secret: unknown }>;

/**
 * Missing settings of MongoDB, as sentences. Token and secret must be given: if each process generated its own,
 * processes on several machines would disagree.
 */
export function mongodbProblems({ documents, mongodbUrl, ownerToken, secret }: Chosen): readonly string[] {
  if (documents !== 'mongodb') return [];
  const needs = 'STRONGROOM_DOCUMENTS=mongodb needs';
  return [
    ...(mongodbUrl === undefined ? [`STRONGROOM_MONGODB_URL is missing: ${needs} an address.`] : []),
    ...(ownerToken === undefined
      ? [
          `STRONGROOM_OWNER_TOKEN is missing: ${needs} one that all processes share; \`strongroom owner-token --make\` prints one.`,
        ]
      : []),
    ...(secret === undefined
      ? [
          `STRONGROOM_SECRET is missing: ${needs} one that all processes share, such as \`openssl rand -base64 32\` gives.`,
        ]
      : []),
  ];
}
