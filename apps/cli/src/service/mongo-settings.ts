import type { MongoSettings } from '../command/embedded.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Settings of documents in MongoDB; undefined if they are elsewhere. */
export function mongoOf({ variable }: Pick<Terminal, 'variable'>): MongoSettings | 'unnamed' | undefined {
  if (variable('STRONGROOM_DOCUMENTS') !== 'mongodb') return undefined;
  const url = variable('STRONGROOM_MONGODB_URL');
  if (url === undefined) return 'unnamed';
  return { url, database: variable('STRONGROOM_MONGODB_DATABASE') ?? 'strongroom' };
}
