import { chosenKeys, KEY_OPTIONS } from '../../account/key-choice.ts';
import { signedIn } from '../../account/session.ts';
import { defineCommand } from '../../command/command.ts';
import { DURATIONS, secondsOf } from '../../command/durations.ts';
import { JSON_OPTION } from '../../command/json-option.ts';
import { countOf } from '../../command/numbers.ts';
import { Problem } from '../../errors/problem.ts';
import { fileNamed } from '../../naming/files.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { clean, cleanJson } from '../../print/clean.ts';
import { ROOM } from '../rooms/rooms.ts';

export const FILE = {
  name: 'FILE',
  text: 'The file: its path in the room, its id or its unique name.',
} as const;
const A_WEEK = '7d';

export const share = defineCommand({
  name: 'share',
  summary: 'Create a link to a file for people without an account.',
  details:
    'The link is printed this once. With --with-key it holds the key of the file after the #, which no program sends to\na server: anyone who has the whole link can read the file, in a browser or with `strongroom fetch`, and the service cannot.\nWithout --with-key the link yields ciphertext, and its holder needs the key from you.',
  operands: [ROOM, FILE],
  options: {
    'expires-in': { value: 'TIME', text: `How long it works, ${DURATIONS}; ${A_WEEK} by default.` },
    'max-downloads': { value: 'N', text: 'Maximum number of downloads. Unlimited by default.' },
    'with-key': { text: 'Include the key in the link.' },
    ...KEY_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    ['share Falcon offer.pdf --with-key --expires-in 3d --max-downloads 2', 'two downloads in three days'],
    ['share list Falcon offer.pdf', 'which links there are, and how often they were used'],
    ['share revoke 6d1c…', 'ends one at once'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const terms = {
      expires_in: secondsOf('--expires-in', given.text('expires-in') ?? A_WEEK),
      max_downloads: countOf('--max-downloads', given.text('max-downloads')),
    };
    const session = await signedIn(world, { keys: chosenKeys(given) });
    const { client, signal } = session;
    const { id: roomId } = await roomNamed(session, given.operand('ROOM'));
    const file = await fileNamed(session, roomId, given.operand('FILE'));
    const { share: made, url } = given.flag('with-key')
      ? await client.shareWithKey(file.id, terms, { signal })
      : await plainLink(client.shares.create(file.id, terms, { signal }));
    const { token: _secret, ...link } = made;
    if (given.flag('json')) terminal.out(`${cleanJson({ ...link, url, has_key: given.flag('with-key') }, 2)}\n`);
    else {
      terminal.out(`${clean(url)}\n`);
      const most = made.max_downloads === null ? 'as many downloads as there are' : `${made.max_downloads} at most`;
      if (terminal.isTerminal)
        terminal.err(
          `${clean(`${file.name}, until ${made.expires_at}, ${most}. Link ${made.id}; the address is not shown again.`)}\n`,
        );
    }
    return 0;
  },
});

async function plainLink<T extends Readonly<{ url: string | null }>>(making: Promise<T>) {
  const made = await making;
  if (made.url === null)
    throw new Problem(
      'the answer with the link was lost on the way: revoke it (`strongroom share list`), and make another.',
    );
  return { share: made, url: made.url };
}
