import type { ReceivedFile } from '@strongroom/client';

/** A file that arrived. `file` names it on this device, `digest` its content (SHA-256). */
export type Sent = ReceivedFile & Readonly<{ file: string; digest: string }>;

/**
 * A link and what was sent with it, kept in this tab: a reload sends no file twice, and keeps the receipt. `begun`:
 * Idempotency-Keys of files that did not arrive yet, by their names on this device.
 */
export type Kept = Readonly<{ fragment: string; sent: readonly Sent[]; begun: Readonly<Record<string, string>> }>;

const PLACE = 'strongroom-send';

/** Of this tab only. Without storage, as in some private windows, a reload loses the link. */
export function keep(kept: Kept | undefined): void {
  try {
    if (kept === undefined) sessionStorage.removeItem(PLACE);
    else sessionStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // The page works without.
  }
}

export function readKept(): Kept | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this page only
    return JSON.parse(sessionStorage.getItem(PLACE) ?? '') as Kept;
  } catch {
    return undefined;
  }
}

/** Tells a file of this device from others, as far as a page can know. */
export const identityOf = ({ name, size, lastModified }: File): string => `${size} ${lastModified} ${name}`;
