import type { ShareFile } from '@strongroom/client';
import {
  type Column,
  defineCommand,
  formatCount,
  LIST_OPTIONS,
  listOptionsOf,
  printList,
} from '@strongroom/command-line';
import { signedIn } from '../../account/session.ts';
import { linksNamed } from './shares.ts';

const COLUMNS: readonly Column<ShareFile>[] = [
  ['file', ({ folder, name }) => (folder === '' ? name : `${folder}/${name}`), 'path'],
  ['bytes', ({ size }) => size],
  ['version', ({ version }) => version],
  ['given', ({ given }) => (given ? 'yes' : 'no')],
  ['id', ({ file_id: id }) => id, 'id'],
];

export const shareShow = defineCommand({
  name: 'share show',
  summary: 'Show the files that a share link leads to, in the folders that its holders see.',
  details:
    'Files that are deleted, or hidden from you, are not listed. `given` says whether holders get a file while the link works:\nno where the maker of the link may not share it now.',
  operands: [{ name: 'LINK', text: 'The id of the link, or with --room a part of it, or its name.' }],
  options: {
    room: { value: 'ROOM', completes: 'rooms', text: 'The room of the link, for a short id or a name.' },
    ...LIST_OPTIONS,
  },
  examples: [
    ['share show 6d1c94a0 --room Falcon', 'one line for each file'],
    ['share show Offer --room Falcon', 'by the name of the link'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { client, signal } = session;
    const [id = ''] = await linksNamed(session, [given.operand('LINK')], given.text('room'));
    const link = await client.shares.get(id, { signal });
    const files = await client.shares.listFiles(id, { per_page: 100 }, { signal }).all();
    await printList(listOptionsOf(given, world), files, COLUMNS, 'You see no file of this link.');
    const absent = (link.file_total ?? files.length) - files.length;
    if (absent > 0 && world.terminal.isTerminal && !given.flag('json'))
      world.terminal.err(
        `Of ${formatCount(link.file_total ?? 0, 'file')} ${absent} ${absent === 1 ? 'is' : 'are'} deleted or hidden from you.\n`,
      );
  },
});
