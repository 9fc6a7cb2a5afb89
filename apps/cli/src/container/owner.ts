import { randomBytes } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { createSecrets, stageFile, systemClock, systemIds } from '@strongroom/adapter-local';
import { refuseNewerStore, renewOwnerToken as renew } from '@strongroom/application';
import { bearerSecret } from '@strongroom/domain';
import type { Embedded } from '../command/embedded.ts';
import { asProblem } from './as-problem.ts';
import { openStore } from './store.ts';

/** Makes a new first-owner token in the store itself; a service that runs on it knows at its next request. */
export const renewOwnerToken: Embedded['renewOwnerToken'] = async (store, tokenFile) => {
  const documents = await openStore(store).catch((error: unknown) => {
    throw asProblem(error);
  });
  try {
    await refuseNewerStore(documents);
    // Nothing is derived or sealed here, so the secret of the service stays where it is.
    const secrets = createSecrets(randomBytes(32));
    const secret = bearerSecret('apiToken', secrets.random(32));
    // On the disk before the old token ends: whatever breaks off, there is a token that works, or the next try makes one.
    const staged = await stageFile(dirname(tokenFile), basename(tokenFile), Buffer.from(`${secret}\n`));
    try {
      const renewed = await renew({ documents, secrets, clock: systemClock, ids: systemIds }, { secret });
      if (renewed === undefined) return undefined;
      await staged.keep();
      return { secret, ownerEmail: renewed.owner.email, replaced: renewed.replaced.length };
    } finally {
      await staged.discard();
    }
  } catch (error) {
    throw asProblem(error);
  } finally {
    await documents.close();
  }
};

/** For STRONGROOM_OWNER_TOKEN: well-formed, and unknown to any store. */
export const makeOwnerToken: Embedded['makeOwnerToken'] = async () => bearerSecret('apiToken', randomBytes(32));
