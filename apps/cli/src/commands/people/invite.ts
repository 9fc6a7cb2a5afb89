import type { InvitedUser } from '@strongroom/client';
import {
  cleanLine,
  defineCommand,
  JSON_OPTION,
  localMinute,
  Problem,
  printDone,
  printOptionsOf,
} from '@strongroom/command-line';
import { ORG_ROLES } from '@strongroom/domain/roles';
import { signedIn } from '../../account/session.ts';
import { unsentMailNotice } from '../../account/unsent-mail.ts';
import { waitingMailNotice } from '../../account/waiting-mail.ts';
import { linkInMail, mailFolder } from './mailed-link.ts';

export const invite = defineCommand({
  name: 'invite',
  summary: 'Invite a user; the link is sent by mail.',
  details:
    'Inviting again creates a new link and revokes the old one. A service without a mail server keeps its mails in a folder:\na user who may read that folder gets the link with --show-link. The service tells it to no other caller.',
  operands: [{ name: 'EMAIL', text: 'The address.' }],
  options: {
    role: { value: 'ROLE', choices: ORG_ROLES, text: 'member by default.' },
    external: { text: 'They belong to another organisation: a member who sees only users whom they meet in a room.' },
    'show-link': { text: 'Print the link, where this machine holds the mails of the service.' },
    'data-dir': {
      value: 'D',
      completes: 'files',
      text: 'Data folder of the service, for --show-link. Default: STRONGROOM_DATA_DIR, or ./data.',
    },
    ...JSON_OPTION,
  },
  examples: [
    ['invite ada@example.com', 'as a member'],
    ['invite ada@example.com --role auditor', 'as an auditor'],
    ['invite ben@bidder.example --external', 'as a user of another organisation'],
    ['invite ada@example.com --show-link', 'to hand the link over yourself'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const session = await signedIn(world);
    const { client, signal } = session;
    const role = ORG_ROLES.find((one) => one === given.text('role')) ?? 'member';
    const external = given.flag('external') ? true : undefined;
    const user = await client.users.invite({ email: given.operand('EMAIL'), role, external }, { signal });
    const until = localMinute(user.invitation.expires_at);
    const folder = mailFolder(terminal, given.text('data-dir'));
    const isAsked = given.flag('show-link');
    const unsent = isAsked ? '' : await unsentMailNotice(session, terminal);
    printDone(printOptionsOf(given, world), user, {
      word: user.id,
      sentence: `Invited ${user.email} as ${user.role}, until ${until}.${waitingMailNotice(user.invitation.mail_waits_until)}${unsent && `${unsent}, and --show-link prints the link there.`}`,
    });
    if (isAsked) terminal.out(`${cleanLine(user.invitation.link ?? (await linkOf(user, folder, signal)))}\n`);
  },
});

async function linkOf({ invitation }: InvitedUser, folder: string, signal: AbortSignal): Promise<string> {
  const link = await linkInMail(folder, invitation.id, signal);
  if (link !== undefined) return link;
  throw new Problem(
    `the user is invited, and ${folder} holds no such mail that you may read: it was sent, or --data-dir names the folder. An invitation that was repeated within ten minutes keeps its first link.`,
  );
}
