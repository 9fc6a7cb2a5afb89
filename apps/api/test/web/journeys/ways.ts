import type { Look } from '../../support/steered-page.ts';

export type Way = Readonly<{ engine: 'Chromium' | 'Firefox' | 'WebKit'; width: 390 | 1280; look: Look }>;

const way = (engine: Way['engine'], width: Way['width'], look: Look): Way => ({ engine, width, look });

/**
 * How each journey is made in each engine. Together they meet both widths and all looks in each engine; WebKitGTK has no
 * forced colours.
 */
export const WAYS = {
  owner: [way('Chromium', 1280, 'light'), way('Firefox', 390, 'dark'), way('WebKit', 1280, 'dark')],
  bidder: [way('Chromium', 390, 'dark'), way('Firefox', 390, 'contrast'), way('WebKit', 390, 'light')],
  contributor: [way('Chromium', 1280, 'contrast'), way('Firefox', 1280, 'light'), way('WebKit', 390, 'dark')],
  auditor: [way('Chromium', 1280, 'dark'), way('Firefox', 1280, 'contrast'), way('WebKit', 390, 'light')],
  administrator: [way('Chromium', 390, 'light'), way('Firefox', 1280, 'dark'), way('WebKit', 1280, 'light')],
  recipient: [way('Chromium', 390, 'contrast'), way('Firefox', 1280, 'light'), way('WebKit', 390, 'dark')],
  keys: [way('Chromium', 1280, 'dark'), way('Firefox', 390, 'light'), way('WebKit', 1280, 'light')],
} as const satisfies Readonly<Record<string, readonly Way[]>>;

export type JourneyName = keyof typeof WAYS;
