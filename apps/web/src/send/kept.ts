import type { ReceivedFile, RequestedUpload } from '@strongroom/client';
import { tabMemory } from '../base/tab-memory.ts';

/** A file that arrived. `file` names it on this device, `digest` its content (SHA-256). */
export type SentFile = ReceivedFile & Readonly<{ file: string; digest: string }>;

/** The part of a request that its receipt names. */
export type AskedFor = Pick<RequestedUpload, 'id' | 'requested_by' | 'organisation' | 'room_name'>;

/**
 * A link and what was sent with it, kept in this tab: a reload sends no file twice, and keeps the receipt. `begun`:
 * Idempotency-Keys of files that did not arrive yet, by their names on this device.
 */
export type KeptSending = Readonly<{
  fragment: string;
  sent: readonly SentFile[];
  begun: Readonly<Record<string, string>>;
  /** Kept for the receipt: a link that is full describes it no more. */
  request?: AskedFor | undefined;
  /** As the sender wrote them last. */
  words?: Readonly<{ name: string; note: string }> | undefined;
}>;

export const { keep, readKept } = tabMemory<KeptSending>('strongroom-send');

/** Tells a file of this device from others, as far as a page can know. */
export const identityOf = ({ name, size, lastModified }: File): string => `${size} ${lastModified} ${name}`;
