import type { AvailableFile, User } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { Block, Mail } from '../../kernel/mail.ts';
import { isInMails } from '../mail-label.ts';
import { quoted } from '../quoted.ts';
import type { RoomNews } from './room-news.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

type NewsTextDeps = Pick<Deps, 'labelRules' | 'mailLabel' | 'mails' | 'publicUrl' | 'secrets'>;

/** Maximum number of names in a line, and of rooms that have lines of their own. */
const MAX_NAMES = 10;
const MAX_ROOMS = 50;

/** The words of a mail with news, all of which its reader may see. Names above the label of mails are left out. */
export function newsText(
  deps: NewsTextDeps,
  { id }: User,
  news: readonly RoomNews[],
): Pick<Mail, 'subject' | 'blocks' | 'unsubscribeUrl'> {
  const pages = deps.mails?.newsPages ?? pagesOf(deps);
  const unsubscribeUrl = pages.unsubscribe(unsubscribeToken(deps.secrets, id));
  const others = news.length - MAX_ROOMS;
  return {
    subject: news.length === 1 ? 'News in a data room' : `News in ${news.length} data rooms`,
    blocks: [
      `There are news in your data rooms at ${deps.publicUrl()}.`,
      ...news
        .slice(0, MAX_ROOMS)
        .flatMap((one): readonly Block[] => [
          isInMails(deps, one.room.label) ? `${quoted(one.room.name)}:` : 'A data room:',
          { list: linesOf(deps, one) },
          { link: pages.room(one.room.id) },
        ]),
      ...(others > 0 ? [`There are news in ${others} more of your data rooms.`] : []),
      'Choose how often you get such messages:',
      { link: pages.choices() },
      'Or switch them off, without signing in:',
      { link: unsubscribeUrl },
    ],
    unsubscribeUrl,
  };
}

const pagesOf = ({ publicUrl }: Pick<Deps, 'publicUrl'>) => ({
  room: (id: string) => `${publicUrl()}/rooms/${id}`,
  choices: () => `${publicUrl()}/account`,
  unsubscribe: (token: string) => `${publicUrl()}/unsubscribe/${token}`,
});

function linesOf(deps: NewsTextDeps, news: RoomNews): readonly string[] {
  const { isAdded, isArchived, newFiles, replacedFiles, usedLinks } = news;
  return [
    ...(isAdded ? ['You are a member from now on.'] : []),
    ...(isArchived ? ['The room was archived: it is read-only.'] : []),
    ...filesLine(deps, newFiles, ['1 new file', 'new files']),
    ...filesLine(deps, replacedFiles, ['1 file with a new version', 'files with a new version']),
    ...usedLinks.map(({ link, uses }) => {
      const name = link.name && isInMails(deps, link.label) ? `Your link ${quoted(link.name)}` : 'A link of yours';
      return `${name} was used ${uses === 1 ? 'once' : `${uses} times`}.`;
    }),
  ];
}

function filesLine(
  deps: NewsTextDeps,
  files: readonly AvailableFile[],
  [one, many]: readonly [string, string],
): readonly string[] {
  if (files.length === 0) return [];
  const number = files.length === 1 ? one : `${files.length} ${many}`;
  const names = files.filter(({ effectiveLabel }) => isInMails(deps, effectiveLabel)).map(({ name }) => quoted(name));
  if (names.length === 0) return [`${number}.`];
  const shown = names.slice(0, MAX_NAMES);
  const more = files.length - shown.length;
  return [`${number}: ${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`];
}
