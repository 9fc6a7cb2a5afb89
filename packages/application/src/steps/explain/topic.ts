import type { Decision, Instant, User } from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import type { ListedDocument, Snapshot } from '../../kernel/identity-map.ts';
import type { AtRoom, CurrentCaller } from '../../kernel/sight.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';

/** The user whom a question is about, as if they asked with a session that began just now. */
export type ExplainedUser = CurrentCaller & Readonly<{ self: User; now: Instant }>;

/** The subject of a question: its documents, whether the asker sees it, and the decision. */
export type QuestionTopic = Readonly<{
  refs: readonly Ref[];
  loadMore?: (snapshot: Snapshot) => Promise<readonly ListedDocument[]>;
  /** Throws Denied for a subject that is hidden from the asker. */
  permitSight?: (snapshot: Snapshot, asker: AtRoom) => void;
  decide: (uow: UnitOfWork, asked: ExplainedUser) => Decision;
}>;
