import { StrongroomError } from '@strongroom/client';

/** The answer to one item of a request. */
export type Answered = Readonly<{ error?: Readonly<{ code: string; message: string; status: number }> | undefined }>;

/** Throws the first refusal among the answers to the items of one request. */
export function throwRefused(results: readonly Answered[]): void {
  const refused = results.find(({ error }) => error !== undefined)?.error;
  if (refused !== undefined) throw new StrongroomError(refused.code, { ...refused });
}
