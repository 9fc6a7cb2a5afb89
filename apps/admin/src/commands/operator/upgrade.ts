import { defineCommand, formatCount } from '@strongroom/command-line';
import { upgradeStore } from '../../container/upgrade.ts';
import { DATA_DIR, dataFolderOf } from '../../service/data-folder.ts';
import { storeOf } from '../../service/store.ts';

/** Ends the time in which processes of two versions serve a store. */
export const upgrade = defineCommand({
  name: 'upgrade',
  summary: 'Upgrade the documents of a store to the form of this version.',
  details:
    'A service with MongoDB or PostgreSQL leaves a store in the form of the older version until this command is run, so\nthat processes of both may serve it. Stop every process of the older version first: the command refuses while one may\nstill serve, and afterwards none of them starts. It may be interrupted and repeated. The only way back is a backup.\nA service with a data folder upgrades it by itself when it starts.',
  operands: [],
  options: { 'data-dir': DATA_DIR },
  examples: [['upgrade', 'upgrades the database that the settings of the service name']],
  run: async (given, { terminal }) => {
    const store = storeOf(terminal, dataFolderOf(given, { terminal }));
    const documents = await upgradeStore(store);
    terminal.out(
      documents === undefined
        ? 'Nothing to upgrade.\n'
        : `The store is upgraded: ${formatCount(documents, 'document')} rewritten.\n`,
    );
  },
});
