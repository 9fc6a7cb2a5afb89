import {
  type AnyLink,
  type AvailableFile,
  isPackage,
  momentIn,
  type Notifications,
  type TimeZone,
  timeZoneOf,
  type User,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { Mail, MailBlock } from '../../kernel/mail.ts';
import { isInMails } from '../mail-label.ts';
import { quoteText } from '../quoted.ts';
import { newsPagesOf } from './news-pages.ts';
import type { RoomNews } from './room-news.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

type NewsTextDeps = Pick<Deps, 'clock' | 'labelRules' | 'mailLabel' | 'mails' | 'publicUrl' | 'secrets'>;
/** The reader of a mail, with their choices. */
export type NewsReading = Readonly<{ user: User; choices: Notifications }>;
/** News of rooms that the reader sees, and the number of rooms that they do not see any more. */
export type FoundNews = Readonly<{ news: readonly RoomNews[]; left: number }>;

/** Maximum number of names in a line, and of rooms that have lines of their own. */
const MAX_NAMES = 10;
const MAX_ROOMS = 50;

/** The words of a mail with news, all of which its reader may see. Names above the label of mails are left out. */
export function newsText(
  deps: NewsTextDeps,
  { user: { id }, choices }: NewsReading,
  { news, left }: FoundNews,
): Pick<Mail, 'subject' | 'blocks' | 'unsubscribeUrl'> {
  const pages = newsPagesOf(deps);
  const unsubscribeUrl = pages.unsubscribe(unsubscribeToken(deps.secrets, id));
  const others = news.length - MAX_ROOMS;
  const number = news.length + left;
  return {
    subject: number === 1 ? 'News in a data room' : `News in ${number} data rooms`,
    blocks: [
      `There is news in your data rooms at ${deps.publicUrl()}.`,
      ...news
        .slice(0, MAX_ROOMS)
        .flatMap((one): readonly MailBlock[] => [
          isInMails(deps, one.room.label) ? `${quoteText(one.room.name)}:` : 'A data room:',
          { list: linesOf(deps, one, timeZoneOf(choices)) },
          { link: pages.room(one.room.id) },
        ]),
      ...(others > 0 ? [`There is news in ${others} more of your data rooms.`] : []),
      ...(left > 0 ? [`Your membership ended in ${left === 1 ? 'a data room' : `${left} data rooms`}.`] : []),
      'Choose how often you get such messages:',
      { link: pages.choices() },
      'Or switch them off, without signing in:',
      { link: unsubscribeUrl },
    ],
    unsubscribeUrl,
  };
}

function linesOf(deps: NewsTextDeps, news: RoomNews, zone: TimeZone): readonly string[] {
  const { isAdded, isArchived, newFiles, replacedFiles, usedLinks, received, endings } = news;
  return [
    ...(isAdded ? ['You are a member from now on.'] : []),
    ...(isArchived ? ['The room was archived: it is read-only.'] : []),
    ...filesLine(deps, newFiles, ['1 new file', 'new files']),
    ...filesLine(deps, replacedFiles, ['1 file with a new version', 'files with a new version']),
    ...usedLinks.map(({ link, uses }) => {
      return `${nameOf(deps, link)} was used ${uses === 1 ? 'once' : `${uses} times`}.`;
    }),
    ...(received > 0 ? [`${received} ${received === 1 ? 'file waits' : 'files wait'} in the inbox.`] : []),
    ...endings.map((ending) => {
      const { endsAt } = ending;
      const thing = ending.kind === 'link' ? nameOf(deps, ending.link) : ENDING[ending.kind];
      return `${thing} ${endsAt <= deps.clock.now() ? 'ended' : 'ends'} on ${momentIn(zone, endsAt)}.`;
    }),
  ];
}

const ENDING = { membership: 'Your membership', request: 'Your link to send files' } as const;

function nameOf(deps: NewsTextDeps, link: AnyLink): string {
  if (!isInMails(deps, link.label)) return 'A link of yours';
  if (link.name) return `Your link ${quoteText(link.name)}`;
  const files = isPackage(link) ? link.items.length : 1;
  return files > 1 ? `Your link to ${files} files` : 'A link of yours';
}

function filesLine(
  deps: NewsTextDeps,
  files: readonly AvailableFile[],
  [one, many]: readonly [string, string],
): readonly string[] {
  if (files.length === 0) return [];
  const number = files.length === 1 ? one : `${files.length} ${many}`;
  const names = files
    .filter(({ effectiveLabel }) => isInMails(deps, effectiveLabel))
    .map(({ name }) => quoteText(name));
  if (names.length === 0) return [`${number}.`];
  const shown = names.slice(0, MAX_NAMES);
  const more = files.length - shown.length;
  return [`${number}: ${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`];
}
