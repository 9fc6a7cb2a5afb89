import { defineCommand, JSON_OPTION, printDone, printOptionsOf } from '@strongroom/command-line';
import { removeConfig } from '../../account/config.ts';
import { endKeySessions } from '../../account/key-session.ts';
import { type Session, storedSession } from '../../account/session.ts';

export const logout = defineCommand({
  name: 'logout',
  summary: 'Remove the stored token, address and key management.',
  details:
    'The token keeps working for anyone who has it, unless it is revoked. Only what `strongroom login` has stored is removed, not STRONGROOM_TOKEN.',
  operands: [],
  options: { revoke: { text: 'Also revoke the token at the service, or end the session.' }, ...JSON_OPTION },
  examples: [
    ['logout', 'removes the token from this machine'],
    ['logout --revoke', 'and the token stops working'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const stored = given.flag('revoke') ? await storedSession(world) : undefined;
    const ended = stored === undefined ? undefined : await endedAtService(stored);
    const wasSignedIn = await removeConfig(terminal);
    await endKeySessions(world);
    printDone(
      printOptionsOf(given, world),
      { signed_out: wasSignedIn, revoked: ended !== undefined },
      {
        word: wasSignedIn ? 'signed out' : 'was not signed in',
        sentence: wasSignedIn ? `Signed out${ended === undefined ? '' : `; ${ended}`}.` : 'You were not signed in.',
      },
    );
    if (terminal.variable('STRONGROOM_TOKEN') !== undefined)
      terminal.err('STRONGROOM_TOKEN is set: commands use it until it is unset.\n');
  },
});

/** Revokes the credential at the service and returns its kind. */
async function endedAtService({ client, signal }: Session): Promise<string> {
  const { token_id: id } = await client.account.get({ signal });
  if (id === null) {
    await client.account.endSession({ signal });
    return 'the session is ended';
  }
  await client.tokens.revoke(id, { signal });
  return 'the token is revoked';
}
