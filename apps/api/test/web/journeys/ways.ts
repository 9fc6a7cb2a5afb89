import type { Look } from '../../support/steered-page.ts';

export type Way = Readonly<{ engine: 'Chromium' | 'Firefox' | 'WebKit'; width: 390 | 1280; look: Look }>;

const way = (engine: Way['engine'], width: Way['width'], look: Look): Way => ({ engine, width, look });

/** How each journey is made. WebKitGTK has no forced colours. */
export const WAYS = {
  owner: [way('Chromium', 1280, 'light')],
  bidder: [way('Chromium', 390, 'dark')],
} as const satisfies Readonly<Record<string, readonly Way[]>>;

export type JourneyName = keyof typeof WAYS;
