import { type AbilitySubject, DomainError, type ErrorCode, type ExplainableAction, POLICIES } from '@strongroom/domain';
import type { AccessQuestion } from '../../../src/steps/explain/question.ts';
import type { Person } from '../../world/person.ts';
import { Reached, type Setting } from './setting.ts';

export type About = Omit<AccessQuestion, 'userId' | 'action'>;
type Ask = () => Promise<unknown>;
/** Requests of an operation of which one is allowed if any is, or the answer itself; undefined where this caller cannot try it. */
export type Trial = (at: Setting, by: Person, about: About) => readonly Ask[] | Promise<boolean | undefined>;
export type Trials = Readonly<Record<ExplainableAction, Trial | Readonly<Partial<Record<AbilitySubject, Trial>>>>>;

/** The codes with which the policy refuses. */
const REFUSALS: ReadonlySet<string> = new Set(
  Object.values(POLICIES).flatMap(({ requires, grantedBy, hides }) => [
    ...(hides === undefined ? [] : [hides]),
    ...[...requires, ...grantedBy].map(({ refusal }) => refusal),
  ]),
);
const MALFORMED: ReadonlySet<string> = new Set(['VALIDATION_ERROR', 'INVALID_CURSOR', 'RATE_LIMIT_EXCEEDED']);

/** The code of the refusal by the policy; undefined for a request that it allowed. */
export async function refusalOf(ask: Ask): Promise<ErrorCode | undefined> {
  try {
    await ask();
    return undefined;
  } catch (error) {
    if (error instanceof Reached) return undefined;
    if (!(error instanceof DomainError) || MALFORMED.has(error.code)) throw error;
    return REFUSALS.has(error.code) ? error.code : undefined;
  }
}

/** Whether an operation is answered otherwise than as if the thing were absent. */
export const isThere = async (hidden: ErrorCode, ask: Ask): Promise<boolean> => (await refusalOf(ask)) !== hidden;

/** The answer of a list or an operation; undefined where it is refused. */
export const shown = <T>(ask: Promise<T>): Promise<T | undefined> =>
  ask.catch((error: unknown) => {
    if (error instanceof DomainError && REFUSALS.has(error.code)) return undefined;
    throw error;
  });

export const id = (text: string | undefined): string => text ?? '';
export const self =
  ({ world: { app } }: Setting, by: Person, about: About, action: ExplainableAction): Ask =>
  async () =>
    app.audit.explain(await by.enter(), { userId: by.id, action, ...about });

export const inRoom = ({ roomId }: About) => ({ roomId: id(roomId) });
export const collectAsks = (...requests: readonly Ask[]): readonly Ask[] => requests;
export const PAGE = { perPage: 100 } as const;
export const JKT = 'A'.repeat(43);
export const UPLOAD = { name: 'x.pdf', size: 4, contentType: 'application/pdf', classification: 'C1' } as const;
export const REQUEST = { expiresIn: 3600, maxFiles: 1, maxBytes: 10 } as const;
export const HOOK = { url: 'https://hooks.example/y' } as const;

export const roomOf = ({ files }: Setting, { fileId }: About): string =>
  id(files.find((file) => file.id === fileId)?.roomId);
export const placeOf = (at: Setting, { fileId }: About) => ({ roomId: roomOf(at, { fileId }), fileId: id(fileId) });
export const folderOf = ({ room, folders }: Setting, { folderId }: About) => ({
  roomId: room.id,
  folderId: id(folderId),
  path: id(folders.find((one) => one.folderId === folderId)?.path),
});
/** A folder that everyone who sees the room sees. */
export const common = ({ folders }: Setting, { roomId }: About) => ({
  roomId: id(roomId),
  folderId: id(folders[0]?.folderId),
});
export const ownRoom = ({ own }: Setting, by: Person) => own.get(by.id);
