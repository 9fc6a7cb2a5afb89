import { callerOf } from '../calls/caller.ts';
import { linkCalls } from '../calls/files.ts';
import type { Bytes } from '../content/bytes.ts';
import { type Downloading, downloadWith } from '../content/download.ts';
import { receiveInMemory, type TransferOptions } from '../content/in-memory.ts';
import type { SharedFile } from '../generated/operations.ts';
import { type NetworkOptions, networkOf, publicHttp } from '../settings.ts';
import { readLink } from './link.ts';

export type LinkOptions = NetworkOptions & TransferOptions;

/** What a link leads to and what came of it. */
export type Opened<T> = Readonly<{ file: SharedFile; content: T }>;

/** What a link leads to, until when, and how often still. Uses nothing up. Throws LINK_MALFORMED. */
export async function describeLink(link: string, options: LinkOptions = {}): Promise<SharedFile> {
  const { base, token, dek } = await readLink(link);
  dek.fill(0);
  return linkCalls(callerOf(publicHttp(base, networkOf(options)))).describe(token, { signal: options.signal });
}

/** Uses up one download; decrypts and verifies in memory. The key in the link is sent to nobody. Throws LINK_MALFORMED. */
export const openLink = (link: string, options: LinkOptions = {}): Promise<Opened<Bytes>> =>
  openLinkAs(link, options, () => receiveInMemory(networkOf(options), options));

/** A download that breaks is taken up with the same name, so that it uses up one only. */
export async function openLinkAs<T>(
  link: string,
  options: LinkOptions,
  receiving: (file: SharedFile) => Downloading<T>['receive'],
): Promise<Opened<T>> {
  const { signal } = options;
  const { base, token, dek } = await readLink(link);
  try {
    const calls = linkCalls(callerOf(publicHttp(base, networkOf(options))));
    const file = await calls.describe(token, { signal });
    const idempotencyKey = crypto.randomUUID();
    const content = await downloadWith({
      unwrap: { unwrap: async () => dek },
      grant: () => calls.redeem(token, { idempotencyKey, signal }),
      receive: receiving(file),
      signal,
    });
    return { file, content };
  } finally {
    dek.fill(0);
  }
}
