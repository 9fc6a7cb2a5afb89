import { signedIn } from '../../account/session.ts';
import { defineCommand } from '../../command/command.ts';
import { UsageProblem } from '../../errors/problem.ts';
import { cleanLines } from '../../print/clean.ts';
import { auditKeysOf } from '../../service/audit-keys.ts';
import { DATA_DIR, dataFolderOf } from '../../service/data-folder.ts';
import { storeOf } from '../../service/store.ts';

export const auditKey = defineCommand({
  name: 'audit key',
  summary: 'Print the public keys of the audit log, make a private one, or change it.',
  details:
    'Without an option it asks the service, and prints the present key first. --make prints a private key for the file that\nSTRONGROOM_AUDIT_KEY names. --rotate works on the store and the file of the key: the earlier key signs with the new one\nfor 90 days, and an event names the new one. Several machines need the new key first: add the line that --make prints\nwith the name of the log to each file, then rotate.',
  operands: [],
  options: {
    make: { value: 'ADDRESS', text: 'Print a private key for a service at this address, such as rooms.example.com.' },
    rotate: { text: 'Give the log a new key. The service may be running.' },
    'data-dir': DATA_DIR,
  },
  examples: [
    ['audit key', 'for `audit verify --key`'],
    ['audit key --make rooms.example.com > /etc/strongroom/audit.key', 'before the first start with MongoDB'],
  ],
  run: async (given, world) => {
    const { terminal, embedded } = world;
    const address = given.text('make');
    if (address !== undefined && given.flag('rotate')) throw new UsageProblem('say --make or --rotate, not both.');
    if (address !== undefined) {
      if (!/^[^\s+/]+(?:\/[^\s+/]+)*$/u.test(address.replace(/^https?:\/\//u, '')))
        throw new UsageProblem('--make takes the address of the service, such as rooms.example.com.');
      terminal.out(`${await embedded.makeAuditKey(address)}\n`);
      return 0;
    }
    if (given.flag('rotate')) {
      const folder = dataFolderOf(given, world);
      const store = storeOf(terminal, folder);
      const { vkey, earlier } = await embedded.rotateAuditKey(store, auditKeysOf(terminal, folder));
      terminal.out(`${vkey}\n`);
      terminal.err(`The earlier key signs with it for 90 days: ${earlier}\n`);
      return 0;
    }
    const { client, signal } = await signedIn(world);
    const answer = await client.audit.key({ signal });
    terminal.out(cleanLines(await answer.text()));
    return 0;
  },
});
