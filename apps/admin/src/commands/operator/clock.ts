import { defineCommand, UsageProblem } from '@strongroom/command-line';
import { DAY, formatInstant, instant } from '@strongroom/domain';
import { confirmClock } from '../../container/clock.ts';
import { auditKeysOf } from '../../service/audit-keys.ts';
import { DATA_DIR, dataFolderOf } from '../../service/data-folder.ts';
import { storeOf } from '../../service/store.ts';

/** For a service that rested for more than a week. */
export const clock = defineCommand({
  name: 'clock',
  summary: 'Confirm that the clock is right, so that what is too old is erased again.',
  details:
    'A service erases events and addresses, and sweeps uploads, only while its clock agrees with that of the database and is at\nmost a week ahead of the last time that its store knows. After a longer rest it serves and erases nothing until this\ncommand is run: compare the printed time with another clock first. A clock that was confirmed\nwrongly is taken back by the same command once it is right. The log records the confirmation. The service may be\nrunning: it goes on within a minute.',
  operands: [],
  options: { confirm: { text: 'Confirms that the clock of this machine is right; required.' }, 'data-dir': DATA_DIR },
  examples: [['clock --confirm --data-dir /srv/room', 'after a rest of more than a week']],
  run: async (given, world) => {
    const here = formatInstant(instant(Date.now()));
    if (!given.flag('confirm'))
      throw new UsageProblem(`it is ${here} on this machine. If that is right, say --confirm.`);
    const folder = dataFolderOf(given, world);
    const store = storeOf(world.terminal, folder);
    const { verdict, now, known } = await confirmClock(store, auditKeysOf(world.terminal, folder));
    const days = Math.round((now - known) / DAY);
    const isConfirmed = verdict !== 'agrees' || days < 0;
    world.terminal.out(
      isConfirmed
        ? `Confirmed: it is ${formatInstant(now)}, ${Math.abs(days)} days ${days > 0 ? 'after' : 'before'} the last time that the store knew.\n`
        : `Nothing to confirm: the clock agrees with the store. It is ${formatInstant(now)}.\n`,
    );
  },
});
