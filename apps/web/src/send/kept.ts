import type { ReceivedFile } from '@strongroom/client';
import { tabMemory } from '../base/tab-memory.ts';

/** A file that arrived. `file` names it on this device, `digest` its content (SHA-256). */
export type SentFile = ReceivedFile & Readonly<{ file: string; digest: string }>;

/**
 * A link and what was sent with it, kept in this tab: a reload sends no file twice, and keeps the receipt. `begun`:
 * Idempotency-Keys of files that did not arrive yet, by their names on this device.
 */
export type KeptSending = Readonly<{
  fragment: string;
  sent: readonly SentFile[];
  begun: Readonly<Record<string, string>>;
}>;

export const { keep, readKept } = tabMemory<KeptSending>('strongroom-send');

/** Tells a file of this device from others, as far as a page can know. */
export const identityOf = ({ name, size, lastModified }: File): string => `${size} ${lastModified} ${name}`;
