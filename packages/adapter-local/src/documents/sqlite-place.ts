import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { type StorePlace, systemErrorCode, Unavailable } from '@strongroom/ports';
import { textOfFile } from '@strongroom/store-kit/node';
import { createOnce, replaceFile } from '../disk/durable.ts';

/*
 * The file beside a database that says which one it is. The database notes its id, and a backup does not copy the file: a
 * database that was copied to this place finds none, or another one.
 */

const FORM = /^([0-9a-f-]{36})\n(restored\n)?$/;

const fileBeside = (database: string): string =>
  join(dirname(database), `${basename(database).replace(/\.db$/u, '')}.id`);

/** The place of a database; its file is made where there is none. Throws Unavailable for a file that cannot be read or made. */
export async function placeBeside(database: string): Promise<StorePlace> {
  const file = fileBeside(database);
  try {
    if ((await idIn(file)) === undefined)
      await createOnce(dirname(file), basename(file), Buffer.from(`${randomUUID()}\n`));
  } catch (error) {
    throw new Unavailable('documents', { cause: error });
  }
  return readPlaceBeside(database);
}

/** The place of a database that is only read: a missing file stays missing. */
export async function readPlaceBeside(database: string): Promise<StorePlace> {
  const file = fileBeside(database);
  const found = await idIn(file).catch((error: unknown) => {
    throw new Unavailable('documents', { cause: error });
  });
  return { parts: { file: found?.id ?? 'none' }, isRestored: found?.isRestored ?? false };
}

/** Marks a place to which a database is about to be copied. */
export const markRestored = (database: string): Promise<void> =>
  replaceFile(dirname(database), basename(fileBeside(database)), Buffer.from(`${randomUUID()}\nrestored\n`));

async function idIn(file: string): Promise<Readonly<{ id: string; isRestored: boolean }> | undefined> {
  const text = await textOfFile(file).catch((error: unknown) => {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') return undefined;
    if (code === 'EFBIG') return '';
    throw error;
  });
  if (text === undefined) return undefined;
  const [, id, restored] = FORM.exec(text) ?? [];
  // Not a file of this program: its author may have put the database there too.
  return { id: id ?? 'unreadable', isRestored: id === undefined || restored !== undefined };
}
