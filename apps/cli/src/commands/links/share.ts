import type { File as RoomFile } from '@strongroom/client';
import {
  cleanJson,
  cleanLine,
  DURATIONS,
  defineCommand,
  formatCount,
  JSON_OPTION,
  Problem,
  parseCount,
  printOptionsOf,
  secondsOf,
  type Terminal,
  UsageProblem,
} from '@strongroom/command-line';
import { chosenKeys, KEY_OPTIONS } from '../../account/key-choice.ts';
import { type Session, signedIn } from '../../account/session.ts';
import { byPath, filesNamed, pathOf } from '../../naming/files.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { ROOM_OPERAND } from '../rooms/operand.ts';
import { describeMadeLinks, type LinkTerms, plainLink, TEXT_OPTIONS, textsOf } from './link-terms.ts';
import { shareTogether } from './share-together.ts';

export const FILE_OPERAND = {
  name: 'FILE',
  completes: 'paths',
  text: 'The file: its path in the room, its unique name, its id or the end of it.',
} as const;
const A_WEEK = '7d';

export const share = defineCommand({
  name: 'share',
  summary: 'Create links to files for people without an account.',
  details:
    'A link is printed this once. It holds the key of the file after the #, which no program sends to a server: anyone\nwho has the whole link can read the file, in a browser or with `strongroom fetch`, and the service cannot.\nA folder or a pattern gives a link for each file. Before several are made you are asked, or say --yes. With --one-link all\nof them are behind one link, whose cap counts for them together.',
  operands: [
    ROOM_OPERAND,
    {
      ...FILE_OPERAND,
      text: 'The files: paths, patterns or folders in the room, unique names, ids.',
      isRepeated: true,
    },
  ],
  options: {
    'expires-in': { value: 'TIME', text: `How long it works, ${DURATIONS}; ${A_WEEK} by default.` },
    'max-downloads': { value: 'N', text: 'Maximum number of downloads. Unlimited by default.' },
    ...TEXT_OPTIONS,
    'without-key': { text: 'Leave the key out: the link yields ciphertext, and its holder needs the key from you.' },
    'one-link': {
      text: 'Make one link to all these files, at most 500, which `strongroom fetch` saves into a folder.',
    },
    yes: { text: 'Do not ask before several links are made.' },
    ...KEY_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    ['share Falcon offer.pdf --expires-in 3d --max-downloads 2', 'two downloads in three days'],
    ["share Falcon '2027/*.pdf'", 'a link for each of these files'],
    ['share Falcon 2027/ --one-link --max-downloads 1', 'one link to the files of a folder'],
    ["share Falcon offer.pdf --to 'Nora West' --message 'As we said.'", 'who gets it, and words for them'],
    ['share list Falcon offer.pdf', 'which links there are, and how often they were used'],
    ['share change 6d1c… --max-downloads 3', 'allows another download'],
    ['share revoke 6d1c…', 'ends one at once'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const terms = {
      expires_in: secondsOf('--expires-in', given.text('expires-in') ?? A_WEEK),
      max_downloads: parseCount('--max-downloads', given.text('max-downloads')),
      ...textsOf(given),
    };
    const withKey = !given.flag('without-key');
    const session = await signedIn(world, { keys: chosenKeys(given) });
    const { id: roomId } = await roomNamed(session, given.operand('ROOM'));
    const files = await filesToShare(session, roomId, given.operands('FILE'));
    if (given.flag('one-link')) {
      await shareTogether(session, { how: printOptionsOf(given, world), roomId, files, terms, withKey });
      return 0;
    }
    if (files.length > 1 && !given.flag('yes')) await askedFor(terminal, files.length);
    const links: unknown[] = [];
    for (const file of files) {
      const { share: made, url } = await linkTo(session, file, terms, withKey);
      const { token: _secret, ...link } = made;
      links.push({ ...link, url, has_key: withKey });
      if (given.flag('json')) continue;
      terminal.out(files.length === 1 ? `${cleanLine(url)}\n` : `${cleanLine(url)}\t${cleanLine(pathOf(file))}\n`);
      if (terminal.isTerminal && links.length === files.length)
        terminal.err(`${cleanLine(describeMadeLinks(namesOf(files), made, withKey))}\n`);
    }
    if (given.flag('json')) terminal.out(`${cleanJson(links.length === 1 ? links[0] : links, 2)}\n`);
    return 0;
  },
});

/** Each link is open to anyone who has it, so several are never made by a slip. Throws Problem. */
async function askedFor(terminal: Terminal, count: number): Promise<void> {
  const links = formatCount(count, 'link');
  if (!terminal.inputIsTerminal)
    throw new UsageProblem(`say --yes to make ${links}: standard input is not a terminal.`);
  const typed = await terminal.ask(`Make ${links}, each open to anyone who has it? [y/N] `, false);
  if (!['y', 'yes'].includes(typed.trim().toLowerCase())) throw new Problem('nothing was done.');
}

const linkTo = ({ client, signal }: Session, { id }: RoomFile, terms: LinkTerms, withKey: boolean) =>
  withKey ? client.shareWithKey(id, terms, { signal }) : plainLink(client.shares.create(id, terms, { signal }));

const namesOf = (files: readonly RoomFile[]): readonly string[] => files.map(pathOf);

/** A word that names no file, or several by accident, is an error. */
async function filesToShare(session: Session, roomId: string, words: readonly string[]): Promise<readonly RoomFile[]> {
  const chosen = new Map<string, RoomFile>();
  for (const word of words) {
    const { files } = await filesNamed(session, roomId, word);
    for (const file of byPath(files)) chosen.set(file.id, file);
  }
  return [...chosen.values()];
}
