import { lookAtLink, type SharedFile, type SharedPackage } from '@strongroom/client';
import {
  type Column,
  cleanLine,
  defineCommand,
  formatBytes,
  JSON_OPTION,
  type PrintOptions,
  printOne,
  printOptionsOf,
} from '@strongroom/command-line';
import { pathOf } from '../../naming/files.ts';
import { openTransferLog } from '../../transfer/transfer-log.ts';
import { fetchFile, fileBegun } from './fetch-file.ts';
import { fetchPackage, packageBegun } from './fetch-package.ts';
import { givenLink } from './given-link.ts';

export const fetchLink = defineCommand({
  name: 'fetch',
  summary: 'Download the files of a link with its key, and decrypt and verify them on this machine. Needs no account.',
  details:
    'The key in the link is never sent to a server. Other users of this machine can see a link on a command line, and the shell\nkeeps it in its history: with - the command asks for the link or reads it from standard input. One download of the link is\nused up, none with --look. For 24 hours the same command finishes an interrupted download without using another one. A name that begins with a dot gets "_" before it, unless you give it with --to. A link to several files makes a folder.',
  operands: [{ name: 'LINK', text: 'The whole link, including the part after the #; - to be asked for it.' }],
  options: {
    to: {
      value: 'DEST',
      completes: 'files',
      text: 'Destination: a name, an existing folder, or - for standard output; for several files a folder. Default: the name of the file, or a new folder.',
    },
    look: { text: 'Only show names, size, expiry and remaining downloads.' },
    overwrite: { text: 'Replace an existing file.' },
    ...JSON_OPTION,
  },
  examples: [
    ["fetch 'https://rooms.example.com/…#k=…'", 'into a file with the name that it has in the room'],
    ['fetch - --to offer.pdf < link', 'the link is not on the command line'],
    ['fetch - --look', 'asks for the link and describes its file'],
    ['fetch - --to bids/falcon', 'the files of a link that leads to several'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const { link, signal, onWait } = await givenLink(world, given.operand('LINK'));
    const how = printOptionsOf(given, world);
    const look = () => lookAtLink(link, { signal, onWait });
    if (given.flag('look')) {
      printLooked(how, await look());
      return 0;
    }
    const [to, overwrite] = [given.text('to'), given.flag('overwrite')];
    const log = await openTransferLog(terminal).catch(() => undefined);
    try {
      const fetching = { terminal, link, to, overwrite, how, onWait, log };
      if (packageBegun(fetching)) {
        await fetchPackage(fetching, undefined);
        return 0;
      }
      // A used-up link has no description.
      const shared = fileBegun(fetching) ?? (await look());
      if (shared.kind === 'package') await fetchPackage(fetching, shared);
      else await fetchFile(fetching, shared);
      return 0;
    } finally {
      log?.close();
    }
  },
});

const SIZE: Column<SharedFile | SharedPackage> = ['size', ({ size }) => formatBytes(size)];
const TERMS: readonly Column<SharedFile | SharedPackage>[] = [
  ['expires', ({ expires_at: at }) => at],
  ['remaining', ({ remaining }) => remaining ?? 'no limit'],
  ['from', ({ shared_by: sender }) => sender?.name ?? ''],
  ['organisation', ({ organisation }) => organisation ?? ''],
  ['message', ({ message }) => message ?? ''],
];

/** A link to one file, or to several with a line for each of them. */
function printLooked(how: PrintOptions, shared: SharedFile | SharedPackage): void {
  if (shared.kind !== 'package') {
    printOne(how, shared, [['name', ({ name }) => name], SIZE, ['type', ({ content_type: type }) => type], ...TERMS]);
    return;
  }
  printOne(how, shared, [['files', ({ file_count: count }) => count], SIZE, ...TERMS]);
  if (!how.isJson)
    for (const file of shared.files) how.terminal.out(`${cleanLine(pathOf(file))}\t${formatBytes(file.size)}\n`);
}
