import { eventText } from '@strongroom/audit-log';
import type { Extent } from '@strongroom/ports';
import type { Row, Session } from '../connection/session.ts';
import type { Sessions } from '../connection/sessions.ts';

/** Either a statement of its own, or one within a transaction. */
export type StatementRunner = Pick<Session, 'run'> | Pick<Sessions, 'run'>;

export const bytesIn = (row: Row | undefined, column: string): Uint8Array => {
  const value = row?.[column];
  return value instanceof Uint8Array ? value : new Uint8Array();
};

/** The text of an event with a number; undefined once it is erased. */
export const eventTextOf = ({ head, tail, seq }: Row): string | undefined =>
  typeof head === 'string' && typeof tail === 'string' ? eventText({ head, tail }, Number(seq)) : undefined;

const EXTENT = { name: 'extent', text: 'SELECT size, closed, erasures FROM log' };

export async function extentIn(reader: StatementRunner): Promise<Extent> {
  const [row = {}] = await reader.run(EXTENT);
  return extentOf(row);
}

export const extentOf = ({ size, closed, erasures }: Row): Extent => ({
  size: Number(size),
  closed: Number(closed),
  erasures: Number(erasures),
});

const TEXTS = {
  name: 'texts',
  text: 'SELECT seq, head, tail FROM events WHERE seq >= $1 AND seq < $2 ORDER BY seq',
};

/** From `from` to before `until`, all of which exist; undefined for an erased one. */
export const textsIn = async (
  reader: StatementRunner,
  from: number,
  until: number,
): Promise<readonly (string | undefined)[]> => (await reader.run(TEXTS, [from, until])).map(eventTextOf);
