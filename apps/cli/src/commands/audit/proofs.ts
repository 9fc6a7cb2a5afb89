import { StrongroomError } from '@strongroom/client';
import { cleanLines, defineCommand, formatCount, parseCount, UsageProblem } from '@strongroom/command-line';
import { signedIn } from '../../account/session.ts';
import { writeProof } from '../../log-export/write-proof.ts';
import { EVENT_FILTERS, eventFilters } from './event-filters.ts';

const USUAL = 50;

/** The event was erased since, or has details that the caller does not see. */
function withoutProof(error: unknown): undefined {
  if (!(error instanceof StrongroomError && error.code === 'EVENT_NOT_FOUND')) throw error;
}

export const auditProofs = defineCommand({
  name: 'audit proofs',
  summary: 'Get proofs that the audit log holds events, for `audit verify`.',
  details:
    'A proof is a file of its own: the event, a signed checkpoint of the log and the hashes between them. Anyone with the proof and\nthe key of the log can verify it years later, without the service. Owners of a room get those of their room with --room.',
  operands: [{ name: 'EVENT', text: 'The id of one event, whose proof is printed.', isOptional: true }],
  options: {
    ...EVENT_FILTERS,
    into: { value: 'FOLDER', text: 'Write the proofs of all events that match into this folder.', completes: 'files' },
    limit: { value: 'N', text: `Maximum number of proofs, of the newest events; ${USUAL} by default.` },
  },
  examples: [
    ['audit proofs 0198c2f4-… > event.proof', 'one event'],
    ['audit proofs --room Falcon --into proofs', 'the newest events of a room'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { client, signal } = session;
    const event = given.maybe('EVENT');
    const folder = given.text('into');
    if ((event === undefined) === (folder === undefined))
      throw new UsageProblem('give the id of one EVENT, or name a folder with --into.');
    const query = await eventFilters(given, session);
    const proofOf = async (id: string): Promise<string> => {
      const answer = await client.audit.proof(id, { room_id: query.room_id }, { signal });
      return answer.text();
    };
    if (event !== undefined) {
      world.terminal.out(cleanLines(await proofOf(event)));
      return 0;
    }
    if (folder === undefined) return 0;
    const limit = parseCount('--limit', given.text('limit')) ?? USUAL;
    let written = 0;
    for await (const { id, seq } of client.audit.events({ ...query, per_page: Math.min(limit, 100) }, { signal })) {
      const proof = await proofOf(id).catch(withoutProof);
      if (proof === undefined) continue;
      await writeProof(folder, `${seq}.proof`, proof);
      if (++written >= limit) break;
    }
    world.terminal.out(`${folder}: ${formatCount(written, 'proof')}\n`);
    return 0;
  },
});
