import { readConfig, removeConfig } from '../../account/config.ts';
import { signedIn } from '../../account/session.ts';
import { defineCommand } from '../../command.ts';
import { howOf, JSON_OPTION } from '../../command-options.ts';
import { printDone } from '../../print/print.ts';

export const logout = defineCommand({
  name: 'logout',
  summary: 'Forget the token, the address and where keys are unwrapped.',
  details: 'The token goes on working for whoever has it, unless it is revoked.',
  operands: [],
  options: { revoke: { text: 'Revoke the token at the service first.' }, ...JSON_OPTION },
  examples: [
    ['logout', 'nobody is signed in on this machine any more'],
    ['logout --revoke', 'and the token is worth nothing to anybody'],
  ],
  run: async (given, world) => {
    const { token } = await readConfig(world.terminal);
    const isRevoked = given.flag('revoke') && token !== undefined;
    if (isRevoked) {
      const { client, signal } = await signedIn(world);
      const { token_id: id } = await client.account.get({ signal });
      if (id !== null) await client.tokens.revoke(id, { signal });
    }
    const wasSignedIn = await removeConfig(world.terminal);
    printDone(
      howOf(given, world),
      { signed_out: wasSignedIn, revoked: isRevoked },
      {
        word: wasSignedIn ? 'signed out' : 'nobody was signed in',
        sentence: wasSignedIn ? 'Signed out.' : 'Nobody was signed in.',
      },
    );
    return 0;
  },
});
