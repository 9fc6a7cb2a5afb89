// Asks the rules of Strongroom for a decision, without HTTP and without a store.
import { DEFAULT_LABELS, decide } from '@strongroom/domain';

const labelRules = { scheme: DEFAULT_LABELS };
const ada = {
  id: 'ada',
  status: 'active',
  role: 'member',
  external: false,
  epoch: 1,
  clearance: 'C2',
  grant: null,
  asOf: Date.now(),
};
const membership = { userId: 'ada', roomId: 'falcon', role: 'contributor', epoch: 1 };

for (const label of ['C2', 'C3']) {
  const room = { id: 'falcon', status: 'active', label, owners: ['bob'] };
  const { effect, reasons } = decide('room.see', { subject: ada, labelRules, room, membership });
  console.log(`A room of ${label}: ${effect}`);
  for (const { holds, text } of reasons) console.log(`  ${holds ? 'yes' : 'no '}  ${text}`);
}
