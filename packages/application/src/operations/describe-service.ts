import type { Deps, KeyServiceHint } from '../kernel/deps.ts';

/** The key service that this service offers; the parts of its hint are null while it does not answer. */
export type OfferedKeyService = Readonly<{ url: string; hint: KeyServiceHint | null }>;

/** Describes the service to clients before they sign in. */
export const describeService =
  ({ keyService }: Pick<Deps, 'keyService'>) =>
  async (): Promise<OfferedKeyService | null> =>
    keyService === undefined ? null : { url: keyService.url, hint: await keyService.hint() };
