import { DomainError, PACKAGE_PAGE } from '@strongroom/domain';
import type { OpenItem } from './open-items.ts';

/** `cursor`: where the next page begins; null on the last one. */
type ItemPage = Readonly<{ items: readonly OpenItem[]; nextCursor: string | null }>;

const FORM = /^i(?<index>\d{1,3})$/;

/** The place that a cursor names. It is worth nothing without the secret of the link. Throws INVALID_CURSOR. */
export function placeAt(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const index = FORM.exec(cursor)?.groups?.index;
  if (index === undefined) throw new DomainError('INVALID_CURSOR');
  return Number(index);
}

/** The items from a place on, as many as one answer has. */
export function pageFrom(open: readonly OpenItem[], place: number): ItemPage {
  const rest = open.filter(({ index }) => index >= place);
  const next = rest[PACKAGE_PAGE];
  return { items: rest.slice(0, PACKAGE_PAGE), nextCursor: next === undefined ? null : `i${next.index}` };
}
