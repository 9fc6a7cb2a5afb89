import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { describeRequest, type RequestedUpload, sendFile } from '@strongroom/client';
import {
  cleanJson,
  cleanLine,
  defineCommand,
  formatBytes,
  formatCount,
  JSON_OPTION,
  Problem,
  printOne,
  printOptionsOf,
} from '@strongroom/command-line';
import { contentTypeOf } from '../../transfer/content-type.ts';
import { givenLink } from './given-link.ts';

export const send = defineCommand({
  name: 'send',
  summary: 'Send files to a person who asked for them with a link. Needs no account.',
  details:
    'Each file is encrypted on this machine with a key of its own, and that key for the person who asked, whose key the part of the\nlink after the # names: with another key nothing is sent. Other users of this machine can see a link on a command line: with - the\ncommand asks for the link or reads it from standard input.',
  operands: [
    { name: 'LINK', text: 'The whole link, including the part after the #; - to be asked for it.' },
    { name: 'FILE', isRepeated: true, isOptional: true, completes: 'files', text: 'The files.' },
  ],
  options: {
    look: { text: 'Only show who asks, until when, and for how much.' },
    name: { value: 'TEXT', text: 'Your name, for those who see the inbox. It is not checked.' },
    note: { value: 'TEXT', text: 'Words with the files.' },
    ...JSON_OPTION,
  },
  examples: [
    ["send 'https://rooms.example.com/…#k=…' accounts.pdf", 'sends one file'],
    ["send - accounts.pdf --name 'Nora West' --note 'The rest follows.'", 'says who sends it'],
    ['send - --look', 'asks for the link and shows who asks'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const { link, signal, onWait } = await givenLink(world, given.operand('LINK'));
    const request = await describeRequest(link, { signal, onWait });
    if (given.flag('look')) {
      printOne(printOptionsOf(given, world), request, ABOUT);
      return 0;
    }
    const paths = given.operands('FILE');
    if (paths.length === 0) throw new Problem('name the files to send, or say --look.');
    await assertFiles(paths);
    const words = { sender_name: given.text('name'), note: given.text('note') };
    const sent: unknown[] = [];
    for (const path of paths) {
      const name = basename(path);
      const file = { name, content_type: contentTypeOf(name), ...words };
      const received = await sendFile(link, file, await openAsBlob(path), { signal, onWait });
      sent.push(received);
      if (given.flag('json')) continue;
      terminal.out(
        terminal.isTerminal ? `Sent ${cleanLine(name)} (${formatBytes(received.size)}).\n` : `${received.file_id}\n`,
      );
    }
    if (given.flag('json')) terminal.out(`${cleanJson(sent, 2)}\n`);
    else if (terminal.isTerminal && sent.length > 1) terminal.err(`${formatCount(sent.length, 'file')}.\n`);
    return 0;
  },
});

const ABOUT = [
  ['from', ({ requested_by: who }: RequestedUpload) => who?.name ?? ''],
  ['organisation', ({ organisation }: RequestedUpload) => organisation ?? ''],
  ['room', ({ room_name: room }: RequestedUpload) => room ?? ''],
  ['message', ({ message }: RequestedUpload) => message ?? ''],
  ['expires', ({ expires_at: at }: RequestedUpload) => at],
  ['files', ({ files_left: left }: RequestedUpload) => left],
  ['size', ({ bytes_left: left }: RequestedUpload) => formatBytes(left)],
] as const;

/** All are checked before the first is sent. Throws Problem. */
async function assertFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const isFile = await stat(path).then(
      (stats) => stats.isFile(),
      () => false,
    );
    if (!isFile) throw new Problem(`${cleanLine(path)} is not a file that can be read.`);
  }
}
