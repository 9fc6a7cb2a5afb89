import { defineCommand, JSON_OPTION, printList, printOptionsOf } from '@strongroom/command-line';
import { signedIn } from '../../account/session.ts';

export const labels = defineCommand({
  name: 'labels',
  summary: 'List the classification labels, from the lowest to the highest.',
  details: 'To see a room or a file, a user needs a clearance for its label or for a higher one.',
  operands: [],
  options: JSON_OPTION,
  examples: [['labels', 'the meaning of C1 to C4']],
  run: async (given, world) => {
    const { client, signal } = await signedIn(world);
    const all = await client.service.classifications({ per_page: 100 }, { signal }).all();
    await printList(
      printOptionsOf(given, world),
      all,
      [
        ['label', ({ label }) => label],
        ['name', ({ name }) => name],
      ],
      'There is no label.',
    );
  },
});
