import type { AuditStorage, Facets } from '@strongroom/ports';
import { facetsOfText } from './event-text.ts';

/** Facets of events from `from` to before `until`; undefined for an erased one. */
export const facetsIn = async (
  storage: AuditStorage,
  from: number,
  until: number,
): Promise<readonly (Facets | undefined)[]> =>
  (await storage.texts(from, until)).map((text) => (text === undefined ? undefined : facetsOfText(text)));
