import { defineCommand, Problem, UsageProblem } from '@strongroom/command-line';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { makeOwnerToken, renewOwnerToken } from '../../container/owner.ts';
import { auditKeysOf } from '../../service/audit-keys.ts';
import { DATA_DIR, dataFolderOf } from '../../service/data-folder.ts';
import { storeOf } from '../../service/store.ts';

/** Lets the owner of the machine back in. Works on the store, so the API need not run. */
export const ownerToken = defineCommand({
  name: 'owner-token',
  summary: 'Create a new token for the first owner and revoke the old one.',
  details:
    'The token has all rights of the oldest active owner and does not expire. It is written to owner.token in the data\nfolder, for this user only, and shown if standard output is a terminal; otherwise only the path is.\nTokens that were made with the old one go on working. The service may be running.',
  operands: [],
  options: {
    new: { text: 'Confirms the creation; required.' },
    make: { text: 'Only print a token for STRONGROOM_OWNER_TOKEN, before the first start. Changes no store.' },
    'data-dir': DATA_DIR,
  },
  examples: [['owner-token --new --data-dir /srv/room', 'makes one, and tells where it is']],
  run: async (given, world) => {
    const { terminal } = world;
    if (given.flag('make')) {
      terminal.out(`${await makeOwnerToken()}\n`);
      return 0;
    }
    if (!given.flag('new')) throw new UsageProblem('say --new: the old token ends at once.');
    const folder = dataFolderOf(given, world);
    const store = storeOf(terminal, folder);
    const renewed = await renewOwnerToken(store, auditKeysOf(terminal, folder), folder.ownerToken).catch(
      (error: unknown) => {
        const code = systemErrorCode(error);
        throw code === undefined
          ? error
          : new Problem(`${folder.ownerToken} cannot be written (${code}): run this as the user of the service.`, {
              cause: error,
            });
      },
    );
    if (renewed === undefined)
      throw new Problem('the store has no owner yet: start the service once, it makes the first one and a token.');
    terminal.out(terminal.isTerminal ? reportOf(renewed, folder.ownerToken) : `${folder.ownerToken}\n`);
    return 0;
  },
});

const reportOf = (renewed: Readonly<{ secret: string; ownerEmail: string; replaced: number }>, path: string): string =>
  [
    renewed.secret,
    '',
    `New token of ${renewed.ownerEmail}, also in ${path}.`,
    renewed.replaced === 0 ? 'There was none that had to end.' : 'The old one does not work any more.',
    '',
  ].join('\n');
