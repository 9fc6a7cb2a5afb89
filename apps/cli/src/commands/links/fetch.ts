import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describeLink, openLinkStream, openLinkToFile, pathInFolder, type SharedFile } from '@strongroom/client';
import { secretFrom } from '../../account/secret-from.ts';
import { defineCommand } from '../../command.ts';
import { howOf, JSON_OPTION } from '../../command-options.ts';
import { bytes } from '../../doctor/bytes.ts';
import { printDone, printOne } from '../../print/print.ts';
import { meterOn } from '../../transfer/meter.ts';

export const fetchLink = defineCommand({
  name: 'fetch',
  summary: 'Download what a link with its key leads to, and decrypt and verify it here. Nobody has to sign in.',
  details:
    'The key in the link is sent to nobody. A link on a command line can be seen by other users of this machine and stays\nin the history of the shell: with - it is asked for, or read from standard input. Uses up one download, --look none.',
  operands: [{ name: 'LINK', text: 'The whole link, with all that stands behind the #; - asks for it.' }],
  options: {
    to: {
      value: 'DEST',
      completes: 'files',
      text: 'Where it goes: a name, or a folder that is there; - is standard output. By default what it is called.',
    },
    look: { text: 'Show what it is, how big, until when and how often still. Nothing is downloaded.' },
    overwrite: { text: 'Replace what is at the destination.' },
    ...JSON_OPTION,
  },
  examples: [
    ["fetch 'https://rooms.example.com/…#k=…'", 'into a file of the name that it has in the room'],
    ['fetch - --to offer.pdf < link', 'the link does not stand on the command line'],
    ['fetch - --look', 'asks for the link, and shows what it leads to'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const signal = terminal.interruption();
    const operand = given.operand('LINK');
    const link = operand === '-' ? await secretFrom(terminal, 'Link: ', 'link') : operand;
    const seen = await describeLink(link, { signal });
    if (given.flag('look')) {
      printOne(howOf(given, world), seen, [
        ['name', ({ name }) => name],
        ['size', ({ size }) => bytes(size)],
        ['type', ({ content_type: type }) => type],
        ['expires', ({ expires_at: at }) => at],
        ['remaining', ({ remaining }) => remaining ?? 'no limit'],
      ]);
      return 0;
    }
    const to = given.text('to');
    if (to === '-') {
      const { content } = await openLinkStream(link, { signal });
      await terminal.pour(content);
      return 0;
    }
    const path = await destinationOf(seen, to);
    const meter = await meterOn(terminal, 'fetch', 1, seen.size);
    try {
      const options = { signal, overwrite: given.flag('overwrite'), onProgress: meter.of(path), onWait: meter.waiting };
      await openLinkToFile(link, path, options);
    } finally {
      meter.stop();
    }
    printDone(howOf(given, world), { ...seen, path }, { word: path, sentence: `${path} (${bytes(seen.size)}).` });
    return 0;
  },
});

/** The name is somebody else's: it leads nowhere but into the folder. */
async function destinationOf({ name }: SharedFile, to: string | undefined): Promise<string> {
  if (to === undefined) return pathInFolder('.', { name });
  const isFolder = await stat(to).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return isFolder || to.endsWith('/') ? join(to, pathInFolder('.', { name })) : to;
}
