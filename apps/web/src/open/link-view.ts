import type { KeptLink, SharedContent } from './kept.ts';
import type { OpenedLink } from './link.ts';
import type { OnWait } from './waits.ts';

/** A link with its key, and the page that shows what it leads to. */
export type LinkView<Content extends SharedContent> = Readonly<{
  link: OpenedLink & Readonly<{ key: CryptoKey }>;
  shared: Content;
  kept: () => KeptLink;
  remember: (next: KeptLink) => void;
  onProgress: (part: number) => void;
  onWait: OnWait;
}>;
