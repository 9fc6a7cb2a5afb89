import type { File as RoomFile } from '@strongroom/client';
import {
  clean,
  cleanJson,
  counted,
  countOf,
  DURATIONS,
  defineCommand,
  JSON_OPTION,
  localMinute,
  Problem,
  secondsOf,
  shortId,
  type Terminal,
} from '@strongroom/command-line';
import { chosenKeys, KEY_OPTIONS } from '../../account/key-choice.ts';
import { type Session, signedIn } from '../../account/session.ts';
import { byPath, filesNamed, pathOf } from '../../naming/files.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { ROOM } from '../rooms/operand.ts';

export const FILE = {
  name: 'FILE',
  completes: 'paths',
  text: 'The file: its path in the room, its unique name, its id or the end of it.',
} as const;
const A_WEEK = '7d';

/** Texts of a link. */
export const TEXT_OPTIONS = {
  name: { value: 'TEXT', text: 'A name for your own lists.' },
  to: { value: 'WHO', text: 'The person who gets it, for your own lists. No mail is sent.' },
  message: { value: 'TEXT', text: 'Words for the recipient, who reads them with your name before the download.' },
} as const;

/** The texts of a link that were given. */
export const textsOf = (given: Readonly<{ text: (name: keyof typeof TEXT_OPTIONS) => string | undefined }>) => ({
  name: given.text('name'),
  recipient: given.text('to'),
  message: given.text('message'),
});

export const share = defineCommand({
  name: 'share',
  summary: 'Create links to files for people without an account.',
  details:
    'A link is printed this once. It holds the key of the file after the #, which no program sends to a server: anyone\nwho has the whole link can read the file, in a browser or with `strongroom fetch`, and the service cannot.\nA folder or a pattern gives a link for each file, and a terminal is asked before several are made.',
  operands: [
    ROOM,
    { ...FILE, text: 'The files: paths, patterns or folders in the room, unique names, ids.', isRepeated: true },
  ],
  options: {
    'expires-in': { value: 'TIME', text: `How long it works, ${DURATIONS}; ${A_WEEK} by default.` },
    'max-downloads': { value: 'N', text: 'Maximum number of downloads. Unlimited by default.' },
    ...TEXT_OPTIONS,
    'without-key': { text: 'Leave the key out: the link yields ciphertext, and its holder needs the key from you.' },
    yes: { text: 'Do not ask before several links are made.' },
    ...KEY_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    ['share Falcon offer.pdf --expires-in 3d --max-downloads 2', 'two downloads in three days'],
    ["share Falcon '2027/*.pdf'", 'a link for each of these files'],
    ["share Falcon offer.pdf --to 'Nora West' --message 'As we said.'", 'who gets it, and words for them'],
    ['share list Falcon offer.pdf', 'which links there are, and how often they were used'],
    ['share change 6d1c… --max-downloads 3', 'allows another download'],
    ['share revoke 6d1c…', 'ends one at once'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const terms = {
      expires_in: secondsOf('--expires-in', given.text('expires-in') ?? A_WEEK),
      max_downloads: countOf('--max-downloads', given.text('max-downloads')),
      ...textsOf(given),
    };
    const withKey = !given.flag('without-key');
    const session = await signedIn(world, { keys: chosenKeys(given) });
    const { id: roomId } = await roomNamed(session, given.operand('ROOM'));
    const files = await filesToShare(session, roomId, given.operands('FILE'));
    if (files.length > 1 && !given.flag('yes')) await askedFor(terminal, files.length);
    const links: unknown[] = [];
    for (const file of files) {
      const { share: made, url } = await linkTo(session, file, terms, withKey);
      const { token: _secret, ...link } = made;
      links.push({ ...link, url, has_key: withKey });
      if (given.flag('json')) continue;
      terminal.out(files.length === 1 ? `${clean(url)}\n` : `${clean(url)}\t${clean(pathOf(file))}\n`);
      if (terminal.isTerminal && links.length === files.length)
        terminal.err(`${clean(aboutLinks(files, made, withKey))}\n`);
    }
    if (given.flag('json')) terminal.out(`${cleanJson(links.length === 1 ? links[0] : links, 2)}\n`);
    return 0;
  },
});

/** Each link is open to anyone who has it, so several are never made by a slip. Throws Problem. */
async function askedFor(terminal: Terminal, count: number): Promise<void> {
  if (!terminal.inputIsTerminal) return;
  const typed = await terminal.ask(`Make ${counted(count, 'link')}, each open to anyone who has it? [y/N] `, false);
  if (!['y', 'yes'].includes(typed.trim().toLowerCase())) throw new Problem('nothing was done.');
}

type Terms = Readonly<{ expires_in: number; max_downloads: number | undefined }> & ReturnType<typeof textsOf>;

const linkTo = ({ client, signal }: Session, { id }: RoomFile, terms: Terms, withKey: boolean) =>
  withKey ? client.shareWithKey(id, terms, { signal }) : plainLink(client.shares.create(id, terms, { signal }));

/** Terms of the links, below the last of them. */
function aboutLinks(
  files: readonly RoomFile[],
  {
    id,
    expires_at: until,
    max_downloads: most,
  }: Readonly<{ id: string; expires_at: string; max_downloads: number | null }>,
  withKey: boolean,
): string {
  const [file] = files;
  const isAlone = files.length === 1 && file !== undefined;
  const downloads = most === null ? 'for any number of downloads' : `for ${counted(most, 'download')}`;
  return [
    `${isAlone ? pathOf(file) : `${counted(files.length, 'link')}, each`} until ${localMinute(until)}, ${downloads}.`,
    isAlone ? `Link ${shortId(id)}; the address is not shown again.` : 'The addresses are not shown again.',
    ...(withKey ? [] : ['Without its key a link yields ciphertext: no browser can open the file.']),
  ].join(' ');
}

/** A link is for one file: a word that names none, or several by accident, is an error. */
async function filesToShare(session: Session, roomId: string, words: readonly string[]): Promise<readonly RoomFile[]> {
  const chosen = new Map<string, RoomFile>();
  for (const word of words) {
    const { files } = await filesNamed(session, roomId, word);
    for (const file of byPath(files)) chosen.set(file.id, file);
  }
  return [...chosen.values()];
}

async function plainLink<T extends Readonly<{ url: string | null }>>(making: Promise<T>) {
  const made = await making;
  if (made.url === null)
    throw new Problem(
      'the answer with the link was lost on the way: revoke it (`strongroom share list`), and make another.',
    );
  return { share: made, url: made.url };
}
