import { defineCommand, formatCount, UsageProblem } from '@strongroom/command-line';
import { clearLimits } from '../../container/limits.ts';
import { DATA_DIR, dataFolderOf } from '../../service/data-folder.ts';
import { limitsOf } from '../../service/limits.ts';

/** For people who are refused by a limit although nothing is wrong, such as after tests of load or with a wrong clock. */
export const limits = defineCommand({
  name: 'limits',
  summary: 'Start the counts of rate limits from zero.',
  details:
    'Requests, wrong passwords and other tries are counted in windows of a minute to a day. --clear ends these windows, so\nthat all callers start from zero, guessers too. --of names one user, token or address: only windows whose name contains the\ntext end. The service may be running. The\nfolder of a key service has limits too: name it with --data-dir.',
  operands: [],
  options: {
    clear: { text: 'Confirms that windows end; required.' },
    of: { value: 'TEXT', text: 'Only of this user, token or address: the id of a user or token, or an IP address.' },
    'data-dir': DATA_DIR,
  },
  examples: [
    ['limits --clear --data-dir /srv/room', 'starts all counts from zero'],
    ['limits --clear --of 203.0.113.7', 'starts those of one address from zero'],
  ],
  run: async (given, { terminal }) => {
    if (!given.flag('clear')) throw new UsageProblem('say --clear: guessers start from zero too.');
    const of = given.text('of') ?? '';
    if (given.text('of') === '') throw new UsageProblem('--of is the id of a user or token, or an address.');
    const cleared = await clearLimits(limitsOf(terminal, dataFolderOf(given, { terminal })), of);
    terminal.out(`${formatCount(cleared, 'count')} start${cleared === 1 ? 's' : ''} from zero.\n`);
  },
});
