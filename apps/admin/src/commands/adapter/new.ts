import { defineCommand, nearestWord, UsageProblem } from '@strongroom/command-line';
import { DRIVER_KINDS, isPackageName } from '@strongroom/settings';
import { isAdapterKind, packageNameFor, writeAdapterStart } from '../../service/adapter-start.ts';

const WORDS = [...DRIVER_KINDS, 'audit'].join(', ');

/** An audit log shares the transactions of its documents, so one package has both. */
const portOf = (word: string): string => (word === 'audit' ? 'documents' : word);

/** For authors of adapters: the first step, in a folder of its own. */
export const adapterNew = defineCommand({
  name: 'adapter new',
  summary: 'Write the beginning of an adapter: a package with the promises of its port, which all fail.',
  details:
    'The package is small: the exports that the service looks for, and the suite of the port.\nKeep one promise after the other until all tests pass. Documents bring their audit log; `--kind audit`\nbegins the same package. Keys bring both halves, for the room service and for the key service.',
  operands: [{ name: 'DIR', text: 'A folder that is not there yet, or is empty.' }],
  options: {
    kind: { value: 'KIND', text: `Required: what the adapter stores or does, one of ${WORDS}.` },
    name: { value: 'NAME', text: 'The name of the package. Default: @acme/ and the name of the folder.' },
  },
  examples: [
    ['adapter new ../strongroom-webdav --kind blobs', 'begins a store of objects'],
    ['adapter new ../vault --kind keys --name @acme/strongroom-vault', 'begins a vault of keys with this name'],
  ],
  run: async (given, { terminal }) => {
    const folder = given.operand('DIR');
    const word = given.text('kind') ?? '';
    const kind = portOf(word);
    if (!isAdapterKind(kind)) {
      const [meant] = nearestWord(kind, [...DRIVER_KINDS, 'audit']);
      throw new UsageProblem(`--kind is one of ${WORDS}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`);
    }
    const name = given.text('name') ?? packageNameFor(folder);
    if (!isPackageName(name)) throw new UsageProblem(`"${name}" is no name of a package: name one with --name.`);
    await writeAdapterStart({ folder, kind, name });
    if (word !== kind) terminal.out('An audit log comes with its documents: the package has the suites of both.\n');
    terminal.out(`${name} begins in ${folder}. Next: npm install, then npm test.\n`);
  },
});
