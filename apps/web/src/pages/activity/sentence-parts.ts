/** Names by id: the log itself holds ids only. `folder`: the place of a file. */
export type SentenceNames = ReadonlyMap<string, Readonly<{ name: string; folder?: string }>>;

/** A part of a sentence; `isName` for what people have named. */
export type SentencePart = Readonly<{ text: string; isName?: boolean }>;

export const textPart = (text: string): SentencePart => ({ text });

/** Words before a number of events of which more may be unknown. */
export const atLeast = (mayGoOn: boolean): string => (mayGoOn ? 'at least ' : '');
