import { ORG_ROLES } from '@strongroom/domain/roles';
import { signedIn } from '../../account/session.ts';
import { defineCommand } from '../../command/command.ts';
import { howOf, JSON_OPTION } from '../../command/json-option.ts';
import { printDone } from '../../print/print.ts';

export const invite = defineCommand({
  name: 'invite',
  summary: 'Invite a user; the link is sent by mail.',
  details: 'Inviting again creates a new link and revokes the old one.',
  operands: [{ name: 'EMAIL', text: 'The address.' }],
  options: {
    role: { value: 'ROLE', choices: ORG_ROLES, text: 'member by default.' },
    external: { text: 'They belong to another organisation: a member who sees only users whom they meet in a room.' },
    ...JSON_OPTION,
  },
  examples: [
    ['invite ada@example.com', 'as a member'],
    ['invite ada@example.com --role auditor', 'as an auditor'],
    ['invite ben@bidder.example --external', 'as a user of another organisation'],
  ],
  run: async (given, world) => {
    const { client, signal } = await signedIn(world);
    const role = ORG_ROLES.find((one) => one === given.text('role')) ?? 'member';
    const external = given.flag('external') ? true : undefined;
    const user = await client.users.invite({ email: given.operand('EMAIL'), role, external }, { signal });
    printDone(howOf(given, world), user, {
      word: user.id,
      sentence: `Invited ${user.email} as ${user.role}, until ${user.invitation.expires_at}.`,
    });
    return 0;
  },
});
