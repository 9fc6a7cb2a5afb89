import { randomBytes } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { createSecrets, signingKeyFrom, stageFile, systemClock, systemIds } from '@strongroom/adapter-local';
import { inFormOfStore, refuseLogFault, renewOwnerToken as renew } from '@strongroom/application';
import { bearerSecret } from '@strongroom/domain';
import type { AuditKeyFiles, DocumentPlace, RenewedToken } from '../service/stores.ts';
import { asProblem } from './as-problem.ts';
import { openAuditKeys } from './audit-keys.ts';
import { openStore } from './store.ts';

/** Creates a new first-owner token in the store itself. A running service accepts it from the next request on. */
export const renewOwnerToken: (
  store: DocumentPlace,
  keys: AuditKeyFiles,
  tokenFile: string,
) => Promise<RenewedToken | undefined> = async (store, keys, tokenFile) => {
  const opened = await openStore(store).catch((error: unknown) => {
    throw asProblem(error);
  });
  try {
    const documents = await inFormOfStore(opened);
    await refuseLogFault({ documents, auditKeys: await openAuditKeys(keys), clock: systemClock });
    // Nothing is derived or sealed here, so the service's real secret is not needed.
    const secrets = createSecrets(randomBytes(32));
    const secret = bearerSecret('apiToken', secrets.random(32));
    // Stored before the old token is revoked: after an interruption some token works, or the next try creates one.
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
    await opened.close();
  }
};

/** For STRONGROOM_OWNER_TOKEN: well-formed, and unknown to any store. */
export const makeOwnerToken: () => Promise<string> = async () => bearerSecret('apiToken', randomBytes(32));

/** A fresh key for grants in base64url, and the thumbprint of its public key. */
export const makeGrantKey: () => Promise<Readonly<{ key: string; thumbprint: string }>> = async () => {
  const key = randomBytes(32).toString('base64url');
  return { key, thumbprint: signingKeyFrom(key).thumbprint };
};
