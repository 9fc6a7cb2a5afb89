import { existsSync } from 'node:fs';
import { defineCommand } from '../command.ts';
import { DATA_DIR, dataFolderOf } from '../data-folder.ts';
import { refuseOtherDocuments } from '../embedded-only.ts';
import { osCode } from '../os-code.ts';
import { Problem, UsageProblem } from '../problem.ts';

/** The way back in for whoever has the machine: it works on the store, and needs no running API. */
export const ownerToken = defineCommand({
  name: 'owner-token',
  summary: 'Make a new token for the first owner; the old one ends.',
  details:
    'The token has all rights of the oldest active owner and does not expire. It is written to owner.token in the data\nfolder, for this user only, and shown if standard output is a terminal; otherwise only the path is.\nTokens that were made with the old one go on working. The service may be running.',
  operands: [],
  options: { new: { text: 'Make one. Without it nothing is done.' }, 'data-dir': DATA_DIR },
  examples: [['owner-token --new --data-dir /srv/room', 'makes one, and tells where it is']],
  run: async (given, world) => {
    const { terminal } = world;
    if (!given.flag('new')) throw new UsageProblem('say --new: the old token ends at once.');
    refuseOtherDocuments(terminal);
    const folder = dataFolderOf(given, world);
    // Opening would make one, and an empty store has no owner to help.
    if (!existsSync(folder.database))
      throw new Problem(
        `there is no store at ${folder.database}: name its folder with --data-dir, or start the service once.`,
      );
    const renewed = await world.embedded.renewOwnerToken(folder.database, folder.ownerToken).catch((error: unknown) => {
      const code = osCode(error);
      throw code === undefined
        ? error
        : new Problem(`${folder.ownerToken} cannot be written (${code}): run this as the user of the service.`, {
            cause: error,
          });
    });
    if (renewed === undefined)
      throw new Problem('the store has no owner yet: start the service once, it makes the first one and a token.');
    terminal.out(terminal.isTerminal ? told(renewed, folder.ownerToken) : `${folder.ownerToken}\n`);
    return 0;
  },
});

const told = (renewed: Readonly<{ secret: string; ownerEmail: string; replaced: number }>, path: string): string =>
  [
    renewed.secret,
    '',
    `New token of ${renewed.ownerEmail}, also in ${path}.`,
    renewed.replaced === 0 ? 'There was none that had to end.' : 'The old one does not work any more.',
    '',
  ].join('\n');
