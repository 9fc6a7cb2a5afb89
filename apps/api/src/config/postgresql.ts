import { InvalidSetting } from './setting.ts';

/** Connection string of PostgreSQL. Throws InvalidSetting, which never repeats the text: it may hold a password. */
export function parsePostgresqlUrl(text: string): string {
  if (!/^postgres(ql)?:\/\/[^\s/?#@]+@[^\s/?#@]*\/[^\s/?#]+(\?[^\s#]*)?$/.test(text))
    throw new InvalidSetting(
      'must be an address such as postgresql://rooms:password@db-a.example.com,db-b.example.com/rooms',
    );
  return text;
}

type Chosen = Readonly<{ documents: string; postgresqlUrl: unknown }>;

/** Missing settings of PostgreSQL, as sentences. */
export const postgresqlProblems = ({ documents, postgresqlUrl }: Chosen): readonly string[] =>
  documents === 'postgresql' && postgresqlUrl === undefined
    ? ['STRONGROOM_POSTGRESQL_URL is missing: STRONGROOM_DOCUMENTS=postgresql needs an address.']
    : [];
