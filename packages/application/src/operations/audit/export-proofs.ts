import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type EventDeps, type EventFilter, type EventSeen, showsWhole } from '../../steps/audit/event-filter.ts';
import { type ProvableEvent, proverOver } from '../../steps/audit/prove-event.ts';
import { exportEvents } from './export-events.ts';

/** An event with its proof; null for one that was erased, or has details that the caller does not see. */
export type EventProven = Readonly<{ event: EventSeen; proof: string | null }>;

type ExportProofsDeps = EventDeps & Pick<Deps, 'documents' | 'checkpointer' | 'log'>;

/** Streams what `exportEvents` does, with proofs that share one checkpoint. Throws the same, and Unavailable. */
export const exportProofs =
  (deps: ExportProofsDeps) =>
  async (ctx: SignedIn, filter: EventFilter): Promise<AsyncIterable<EventProven>> =>
    provenBy(deps, ctx, await exportEvents(deps)(ctx, filter));

async function* provenBy(
  deps: ExportProofsDeps,
  ctx: SignedIn,
  events: AsyncIterable<EventSeen>,
): AsyncGenerator<EventProven> {
  let prove: ((event: ProvableEvent) => Promise<string>) | undefined;
  for await (const event of events) {
    const { seq } = event;
    // The newest event is the first, so its checkpoint covers the others.
    prove ??= await proverOver(deps, seq);
    const [text] = showsWhole(event, ctx) ? await deps.documents.audit.texts(seq, 1) : [];
    yield { event, proof: text === undefined ? null : await prove({ seq, text }) };
  }
}
