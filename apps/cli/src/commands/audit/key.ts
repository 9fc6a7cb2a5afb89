import { cleanLines, defineCommand } from '@strongroom/command-line';
import { signedIn } from '../../account/session.ts';

export const auditKey = defineCommand({
  name: 'audit key',
  summary: 'Print the public keys of the audit log, the present one first.',
  operands: [],
  options: {},
  examples: [['audit key', 'for `audit verify --key`']],
  run: async (_, world) => {
    const { client, signal } = await signedIn(world);
    const answer = await client.audit.key({ signal });
    world.terminal.out(cleanLines(await answer.text()));
  },
});
