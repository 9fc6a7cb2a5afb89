import type { EditShareBody } from '@strongroom/client';
import {
  DURATIONS,
  defineCommand,
  JSON_OPTION,
  localMinute,
  parseCount,
  printDone,
  printOptionsOf,
  secondsOf,
  UsageProblem,
} from '@strongroom/command-line';
import { signedIn } from '../../account/session.ts';
import { TEXT_OPTIONS, textsOf } from './link-terms.ts';
import { linksNamed } from './shares.ts';

const NONE = 'none';

export const shareChange = defineCommand({
  name: 'share change',
  summary: 'Change name, recipient, message, end or cap of a share link.',
  details:
    'The address of the link stays. A link that expired or is used up works again within its new terms, a revoked one never\ndoes. A cap that equals its downloads so far ends it. The word none removes a name, a recipient or a message.',
  operands: [{ name: 'LINK', text: 'The id of the link; with --room a part of it, or its name.' }],
  options: {
    room: { value: 'ROOM', completes: 'rooms', text: 'The room of the link, for a short id or a name.' },
    'expires-in': { value: 'TIME', text: `How long it works from now on, ${DURATIONS}.` },
    'max-downloads': { value: 'N', text: `Maximum number of downloads in all; ${NONE} for no limit.` },
    ...TEXT_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    ['share change 6d1c94a0 --room Falcon --expires-in 7d', 'it works for another week'],
    ['share change 6d1c94a0 --room Falcon --max-downloads none', 'as often as its holder likes'],
    ['share change 6d1c94a0 --room Falcon --message none', 'without a message'],
  ],
  run: async (given, world) => {
    const [life, most] = [given.text('expires-in'), given.text('max-downloads')];
    const change: EditShareBody = {
      ...removed(textsOf(given)),
      ...(life !== undefined && { expires_at: endAfter(secondsOf('--expires-in', life)) }),
      ...(most !== undefined && { max_downloads: most === NONE ? null : parseCount('--max-downloads', most) }),
    };
    if (Object.values(change).every((value) => value === undefined))
      throw new UsageProblem('say what to change: --name, --to, --message, --expires-in or --max-downloads.');
    const session = await signedIn(world);
    const [id = ''] = await linksNamed(session, [given.operand('LINK')], given.text('room'));
    const link = await session.client.shares.change(id, change, { signal: session.signal });
    const downloads = `${link.download_count}${link.max_downloads === null ? '' : ` of ${link.max_downloads}`}`;
    printDone(printOptionsOf(given, world), link, {
      word: link.id,
      sentence: `The link ${link.id} is ${link.status}: until ${localMinute(link.expires_at)}, downloads ${downloads}.`,
    });
  },
});

/** The service takes whole seconds; a part of one more is no end of the past. */
const endAfter = (seconds: number): string =>
  `${new Date((Math.ceil(Date.now() / 1000) + seconds) * 1000).toISOString().slice(0, 19)}Z`;

/** The word none removes a text. */
function removed(texts: ReturnType<typeof textsOf>) {
  const orNull = (text: string | undefined): string | null | undefined => (text === NONE ? null : text);
  return { name: orNull(texts.name), recipient: orNull(texts.recipient), message: orNull(texts.message) };
}
