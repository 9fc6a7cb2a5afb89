import { secretFrom } from '../../account/secret-from.ts';
import { sayingOnce } from '../../account/session.ts';

/** The link of a command without an account, and options of its requests. With `-` the person types the link, or standard input has it. */
export async function givenLink(world: Parameters<typeof sayingOnce>[0], operand: string) {
  const { terminal } = world;
  const signal = terminal.interruption();
  const link = operand === '-' ? await secretFrom(terminal, 'Link: ', 'link') : operand;
  // A malformed link is refused before any wait.
  const onWait = sayingOnce(world, URL.canParse(link) ? new URL(link).origin : 'The service');
  return { link, signal, onWait };
}
