import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  describeLink,
  openLinkStream,
  openLinkToFile,
  pathInFolder,
  type SharedFile,
  StrongroomError,
  type Wait,
} from '@strongroom/client';
import {
  bytes,
  clean,
  defineCommand,
  howOf,
  JSON_OPTION,
  printDone,
  printOne,
  type Terminal,
} from '@strongroom/command-line';
import { secretFrom } from '../../account/secret-from.ts';
import { sayingOnce } from '../../account/session.ts';
import { LoggedRedemptions, type Redemption } from '../../transfer/logged-redemptions.ts';
import { meterOn } from '../../transfer/meter.ts';
import { openTransferLog } from '../../transfer/transfer-log.ts';

export const fetchLink = defineCommand({
  name: 'fetch',
  summary: 'Download the file of a link with its key, and decrypt and verify it on this machine. Needs no account.',
  details:
    'The key in the link is never sent to a server. Other users of this machine can see a link on a command line, and the shell\nkeeps it in its history: with - the command asks for the link or reads it from standard input. One download of the link is\nused up, none with --look. For 24 hours the same command finishes an interrupted download without using another one. A name that begins with a dot gets "_" before it, unless you give it with --to.',
  operands: [{ name: 'LINK', text: 'The whole link, including the part after the #; - to be asked for it.' }],
  options: {
    to: {
      value: 'DEST',
      completes: 'files',
      text: 'Destination: a name, an existing folder, or - for standard output. Default: the name of the file.',
    },
    look: { text: 'Only show name, size, expiry and remaining downloads.' },
    overwrite: { text: 'Replace an existing file.' },
    ...JSON_OPTION,
  },
  examples: [
    ["fetch 'https://rooms.example.com/…#k=…'", 'into a file with the name that it has in the room'],
    ['fetch - --to offer.pdf < link', 'the link is not on the command line'],
    ['fetch - --look', 'asks for the link and describes its file'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const signal = terminal.interruption();
    const operand = given.operand('LINK');
    const link = operand === '-' ? await secretFrom(terminal, 'Link: ', 'link') : operand;
    // A malformed link is refused before any wait.
    const onWait = sayingOnce(world, URL.canParse(link) ? new URL(link).origin : 'The service');
    if (given.flag('look')) {
      printOne(howOf(given, world), await describeLink(link, { signal, onWait }), [
        ['name', ({ name }) => name],
        ['size', ({ size }) => bytes(size)],
        ['type', ({ content_type: type }) => type],
        ['expires', ({ expires_at: at }) => at],
        ['remaining', ({ remaining }) => remaining ?? 'no limit'],
        ['from', ({ shared_by: sender }) => sender?.name ?? ''],
        ['organisation', ({ organisation }) => organisation ?? ''],
        ['message', ({ message }) => message ?? ''],
      ]);
      return 0;
    }
    const to = given.text('to');
    await resumable({ terminal, link, to, onWait }, async (redemption) => {
      if (to === '-') {
        const { content } = await openLinkStream(link, { ...redemption, signal, onWait });
        return terminal.pour(content);
      }
      const { file } = redemption;
      const path = await destinationOf(file, to);
      const meter = await meterOn(terminal, 'fetch', 1, file.size);
      try {
        const how = { signal, overwrite: given.flag('overwrite'), onProgress: meter.of(path), onWait: meter.waiting };
        await openLinkToFile(link, path, { ...redemption, ...how });
      } finally {
        meter.stop();
      }
      const sentence = `${path} (${bytes(file.size)}).`;
      printDone(howOf(given, world), { ...file, path }, { word: clean(path), sentence });
    });
    return 0;
  },
});

/** After these the download cannot be resumed. */
const ENDED = new Set(['SHARE_NOT_FOUND', 'SHARE_REVOKED', 'SHARE_EXPIRED', 'SHARE_EXHAUSTED', 'REDEMPTION_ENDED']);

type Resumable = Redemption & Readonly<{ onRedeemed: (redemption: string) => void }>;

type Fetching = Readonly<{ terminal: Terminal; link: string; to: string | undefined; onWait: (wait: Wait) => void }>;

/**
 * Downloads with an idempotency key, and after that a redemption, that are stored until the download finishes: resuming
 * an interrupted download uses up no further one.
 */
async function resumable(
  { terminal, link, to, onWait }: Fetching,
  download: (redemption: Resumable) => Promise<void>,
): Promise<void> {
  const signal = terminal.interruption();
  const destination = to === '-' ? to : resolve(to ?? '.');
  // Without the log, only resuming is impossible, which is no reason to refuse.
  const transferLog = await openTransferLog(terminal).catch(() => undefined);
  const kept = transferLog && new LoggedRedemptions(transferLog);
  try {
    const begun = kept?.begun(link, destination);
    const file = begun?.file ?? (await describeLink(link, { signal, onWait }));
    const redemption = begun ?? kept?.begin(link, destination, file) ?? { idempotencyKey: randomUUID(), file };
    const onRedeemed = (secret: string): void => kept?.redeemed(link, destination, secret);
    await download({ ...redemption, onRedeemed });
    kept?.end(link, destination);
  } catch (error) {
    if (error instanceof StrongroomError && ENDED.has(error.code)) kept?.end(link, destination);
    throw error;
  } finally {
    transferLog?.close();
  }
}

/** Another person chose the name: it must stay inside the folder. */
async function destinationOf({ name }: SharedFile, to: string | undefined): Promise<string> {
  if (to === undefined) return pathInFolder('.', { name });
  const isFolder = await stat(to).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return isFolder || to.endsWith('/') ? join(to, pathInFolder('.', { name })) : to;
}
