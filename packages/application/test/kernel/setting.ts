import { MemoryDocumentStore, systemIds } from '@strongroom/adapter-local';
import type { AuditEvent, Target, TokenId, UserId } from '@strongroom/domain';
import { DEFAULT_LABELS, DomainError } from '@strongroom/domain';
import type { Author } from '../../src/kernel/audit-entry.ts';
import { Denied } from '../../src/kernel/denied.ts';
import { OperationRunner } from '../../src/kernel/operation-runner.ts';
import { folderTree } from '../../src/steps/folders/folder-tree.ts';
import { stateOf } from '../../src/store/collection.ts';
import { TestClock } from '../world/clock.ts';
import { type Around, intercepted } from '../world/intercepted.ts';
import { memoryPorts } from '../world/ports.ts';
import { stored, things } from './things.ts';

export const AUTHOR: Author = {
  actor: { type: 'user', id: systemIds.uuid<UserId>(), tokenId: systemIds.uuid<TokenId>() },
  request: null,
};

export const TARGET = { type: 'organisation', id: systemIds.uuid(), roomId: null, label: null } as const;

/** Events without a label included. */
const EVERY_LABEL = ['', ...DEFAULT_LABELS.map(({ label }) => label)];

/** A runner over documents in memory, with one thing in them. */
export async function aRunner(around: Around = (_, proceed) => proceed()) {
  const clock = new TestClock();
  const documents = new MemoryDocumentStore();
  await documents.commit([{ collection: things.name, insert: stored({ id: 'a', count: 0 }) }]);
  const ports = intercepted({ ...memoryPorts(clock), documents }, around);
  const count = async (id = 'a') => {
    const [document] = await documents.read([{ collection: things.name, id }]);
    return document && stateOf(things, document).count;
  };
  const recorded = async (): Promise<readonly AuditEvent[]> =>
    (await documents.audit.list({ labels: EVERY_LABEL }, { limit: 1000 })).toReversed();
  return {
    runner: new OperationRunner(ports, {
      scheme: DEFAULT_LABELS,
      projections: [folderTree({ ids: ports.ids, scheme: DEFAULT_LABELS })],
    }),
    documents,
    clock,
    count,
    recorded,
  };
}

/** Adds one to the thing, records it, and answers with the number it made. */
export const addOne = (
  runner: OperationRunner,
  { serializeOn, id = 'a' }: Readonly<{ serializeOn?: string; id?: string }> = {},
) =>
  runner.run({
    author: AUTHOR,
    refs: [{ collection: things.name, id }],
    ...(serializeOn === undefined ? {} : { serializeOn }),
    apply: (uow) => {
      const count = (uow.find(things, id)?.count ?? 0) + 1;
      uow.put(things, { id, count });
      uow.record({ type: 'room.edited', target: TARGET, data: { count } });
      return count;
    },
  });

/** A refusal by policy with that code. */
export const refused = (code: ConstructorParameters<typeof DomainError>[0], target: Target = TARGET): Denied =>
  new Denied(
    { action: 'room.see', effect: 'deny', reasons: [], refusal: code, refusedBy: 'room-exists' },
    code,
    target,
  );
