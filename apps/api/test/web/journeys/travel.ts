import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BothServices } from '../../support/both-services.ts';
import { TEST_TIMEOUT_MS } from '../../support/browser.ts';
import { Chromium } from '../../support/chromium-page.ts';
import { FIREFOX_LOOKS, Firefox } from '../../support/firefox.ts';
import { WebKit } from '../../support/webkit.ts';
import type { SteeredBrowser } from '../behind-a-line.ts';
import { Organisation } from './organisation.ts';
import { Traveller } from './traveller.ts';
import type { JourneyName, Way } from './ways.ts';

const PICTURES = join(tmpdir(), 'strongroom-journeys');

/** `arrive`: a person with a page of a fresh profile. */
export type Journey = Readonly<{ organisation: Organisation; way: Way; arrive: () => Promise<Traveller> }>;

function start({ engine, look }: Way): Promise<SteeredBrowser> {
  if (engine === 'Firefox') return Firefox.start(FIREFOX_LOOKS[look]);
  if (engine === 'Chromium') return Chromium.start(look);
  if (look === 'contrast') throw new TypeError('WebKitGTK has no forced colours');
  return WebKit.start(look);
}

export const LONGEST_MS = 8 * TEST_TIMEOUT_MS;

/** Starts everything that a journey needs, makes it, and keeps a picture of each station. */
export async function travel(
  name: JourneyName,
  way: Way,
  make: (journey: Journey) => Promise<void>,
  settings: Parameters<typeof BothServices.start>[0] = {},
): Promise<void> {
  const pictures = join(PICTURES, `${name}-${way.engine}-${way.width}-${way.look}`);
  await mkdir(pictures, { recursive: true });
  const [browser, both] = await Promise.all([start(way), BothServices.start(settings, { pages: true })]);
  let taken = 0;
  const keep = async (station: string, picture: Buffer): Promise<void> => {
    const number = `${++taken}`.padStart(2, '0');
    await writeFile(join(pictures, `${number} ${station}.png`), picture);
    process.stdout.write(`${name} in ${way.engine}: ${number} ${station}\n`);
  };
  try {
    const organisation = await Organisation.of(both);
    await make({ organisation, way, arrive: async () => Traveller.arrive(await browser.openPage(), way, keep) });
  } finally {
    await browser.close();
    await both.end();
  }
}
