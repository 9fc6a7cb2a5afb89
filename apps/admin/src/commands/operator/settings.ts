import { defineCommand, UsageProblem } from '@strongroom/command-line';
import { forgetSettings } from '../../container/settings.ts';
import { auditKeysOf } from '../../service/audit-keys.ts';
import { DATA_DIR, dataFolderOf } from '../../service/data-folder.ts';
import { storeOf } from '../../service/store.ts';

/** Used to change the secret, which all processes of a store share. */
export const settings = defineCommand({
  name: 'settings',
  summary: 'Remove the stored identity of the secret, so that the secret can be changed.',
  details:
    'A service refuses to start with another STRONGROOM_SECRET than its store is used with: processes that differ would not\nunderstand one another. Where the earlier secret is lost, stop all of them, forget, and start with the new one:\npage cursors, addresses and invitations that wait to be mailed end. Where it is there, give both to the service, NEW,OLD.',
  operands: [],
  options: { forget: { text: 'Confirms the removal; required.' }, 'data-dir': DATA_DIR },
  examples: [['settings --forget --data-dir /srv/room', 'takes that of the next start']],
  run: async (given, world) => {
    if (!given.flag('forget')) throw new UsageProblem('say --forget: the next start decides then.');
    const folder = dataFolderOf(given, world);
    const store = storeOf(world.terminal, folder);
    await forgetSettings(store, auditKeysOf(world.terminal, folder));
    world.terminal.out('The next start notes the secret it has.\n');
  },
});
