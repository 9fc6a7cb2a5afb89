import type { AuditEvent } from '@strongroom/client';
import type { LinkNames } from './event-actor.ts';

/**
 * A name, with the folder of a file, and the address of the page of what it names. `groups`: of a folder, whose name is its path, the
 * groups that see it where it is restricted.
 */
export type SentenceName = Readonly<{ name: string; folder?: string; to?: string; groups?: readonly string[] }>;

/** Names by id: the log itself holds ids only. */
export type SentenceNames = ReadonlyMap<string, SentenceName>;

/** A part of a sentence; `isName` for what people have named, and `to` for its page. */
export type SentencePart = Readonly<{ text: string; isName?: boolean; to?: string }>;

/** Names of what events are about. */
export type FoundNames = Readonly<{ names: SentenceNames; links: LinkNames }>;

/** Finds the names that events need, as far as the reader may see them. */
export type NamesFinder = (events: readonly AuditEvent[]) => Promise<FoundNames>;

export const namePart = ({ name, to }: SentenceName): SentencePart => ({
  text: name,
  isName: true,
  ...(to !== undefined && { to }),
});

export const textPart = (text: string): SentencePart => ({ text });

/** Words before a number of events of which more may be unknown. */
export const atLeast = (mayGoOn: boolean): string => (mayGoOn ? 'at least ' : '');
