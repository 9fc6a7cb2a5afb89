import type { Readable } from 'node:stream';
import { networkOf } from '../content/settings.ts';
import { type LinkOptions, type Opened, openLinkAs } from '../links/open.ts';
import { destinationAt } from './destination.ts';
import type { SaveOptions } from './strongroom.ts';
import { receiveStream } from './transfers.ts';

/**
 * Uses up one download of a link. The file appears once it is complete and verified. The destination is tested first:
 * an unwritable folder uses up nothing. Returns the size.
 */
export async function openLinkToFile(
  link: string,
  path: string,
  options: LinkOptions & Omit<SaveOptions, 'size'> = {},
): Promise<Opened<number>> {
  const destination = await destinationAt(path, options);
  try {
    const opened = await openLinkAs(link, options, ({ size }) =>
      destination.receiving(networkOf(options), { ...options, size }),
    );
    return { ...opened, content: opened.content.size };
  } finally {
    await destination.discard();
  }
}

/** Uses up one download of a link. The stream begins once all of it is verified. */
export const openLinkStream = (link: string, options: LinkOptions = {}): Promise<Opened<Readable>> =>
  openLinkAs(link, options, ({ size }) => receiveStream(networkOf(options), { ...options, size }));
