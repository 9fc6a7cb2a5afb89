import type { UnwrapRefusal } from '@strongroom/adapter-local/unwrap';

export type { UnwrapRefusal } from '@strongroom/adapter-local/unwrap';

/** Unwraps with the keyring in a folder, or explains why it cannot. */
export const unwrapWithKeyring = async (
  folder: string,
  wrappedDek: string,
  kmsKeyId: string,
): Promise<Readonly<{ dataKey: Uint8Array }> | UnwrapRefusal> =>
  // Few commands unwrap with a keyring, and loading the adapter is slow.
  (await import('@strongroom/adapter-local/unwrap')).unwrapOrExplain(folder, wrappedDek, kmsKeyId);
