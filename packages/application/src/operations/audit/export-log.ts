import { eventOfText } from '@strongroom/audit-log';
import { type ExportFile, exportFiles, type VerifierKey } from '@strongroom/audit-proof';
import { instant, type LabelRules, labelsUpTo } from '@strongroom/domain';
import { type DocumentStore, Unavailable } from '@strongroom/ports';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { CurrentCaller } from '../../kernel/sight.ts';
import { type EventDeps, mayReadEvents } from '../../steps/audit/event-filter.ts';
import { checkpointOf, headOf } from '../../steps/audit/log-tree.ts';
import { soundTiles } from '../../steps/audit/sound-tiles.ts';
import { checkpoints, checkpointsOf, type SignedCheckpoint } from '../../store/checkpoints.ts';
import { stateOf } from '../../store/collection.ts';

const CHECKPOINTS_PER_PAGE = 500;

/**
 * The audit log up to a checkpoint that is signed now, or the latest one where none can be signed, as files that `strongroom audit verify` verifies: the whole tree, and the
 * events up to the caller's clearance. Throws INSUFFICIENT_ROLE, also in the middle of the files when the caller loses the
 * right; Unavailable for a log that was never signed, or that is shorter than its checkpoint.
 */
export const exportLog =
  (deps: EventDeps & Pick<Deps, 'documents' | 'checkpointer' | 'labelRules' | 'log'>) =>
  async (ctx: SignedIn): Promise<AsyncIterable<ExportFile>> => {
    const mayRead = (): Promise<CurrentCaller> => mayReadEvents(deps, ctx, undefined);
    await mayRead();
    const { documents } = deps;
    const { audit } = documents;
    const { latest, keys } = await signedHead(deps);
    const readTile = soundTiles(audit, checkpointOf(latest.note), deps.log);
    return exportFiles({
      size: latest.size,
      checkpoint: latest.note,
      keys,
      checkpoints: () => earlierCheckpoints(documents, latest),
      tile: async (tile) => readTile(tile),
      entries: (from, count) => audit.entries(from, count),
      events: async (from, count) => {
        const isShown = shownTo(deps.labelRules, await mayRead());
        return (await audit.texts(from, count)).map((text) => (text !== undefined && isShown(text) ? text : undefined));
      },
    });
  };

function shownTo({ scheme }: LabelRules, who: CurrentCaller): (text: string) => boolean {
  const labels = new Set<string | null>([null, ...labelsUpTo(scheme, who.subject.clearance)]);
  return (text) => labels.has(eventOfText(text, null).target.label);
}

async function* earlierCheckpoints(documents: Pick<DocumentStore, 'list'>, { origin, size }: SignedCheckpoint) {
  const selection = { anyOf: [checkpointsOf(origin)], until: instant(size) };
  let after: { position: ReturnType<typeof instant>; id: string } | undefined;
  for (;;) {
    const page = { limit: CHECKPOINTS_PER_PAGE, order: 'oldest', ...(after && { after }) } as const;
    const found = await documents.list(checkpoints.name, selection, page);
    for (const document of found) yield stateOf(checkpoints, document);
    const last = found.at(-1);
    if (last === undefined || found.length < CHECKPOINTS_PER_PAGE) return;
    after = { position: last.position, id: last.id };
  }
}

/**
 * A checkpoint that is signed now, or the latest one where none can be signed, and the keys of the log. Throws Unavailable for a
 * log that was never signed, or that is shorter than its checkpoint.
 */
async function signedHead({
  documents,
  checkpointer,
}: Pick<Deps, 'documents' | 'checkpointer'>): Promise<
  Readonly<{ latest: SignedCheckpoint; keys: readonly VerifierKey[] }>
> {
  const latest = await checkpointer?.signNow();
  if (latest === undefined || checkpointer === undefined) throw new Unavailable('audit');
  if ((await headOf(documents.audit)).size < latest.size) throw new Unavailable('audit');
  return { latest, keys: await checkpointer.keys() };
}
