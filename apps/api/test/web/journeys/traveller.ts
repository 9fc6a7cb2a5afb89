import { expect } from '@jest/globals';
import { barriers, fits } from '../../pages/accessible.ts';
import type { Role, SteeredPage } from '../../support/steered-page.ts';
import type { Way } from './ways.ts';

const HEIGHT = { 390: 844, 1280: 800 } as const;
const TAB = '\uE004';
const ENTER = '\uE007';
/** Stops of the Tab key within which the first file is reached. */
const MAX_STOPS = 8;
const LOADED = `document.querySelector('[aria-busy=true], .skeleton, [role=status] .hidden-visually') === null`;
/** Resolves when everything is drawn: a picture of WebKit shows the last frame. */
const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))';
/** Whether the browser has the colours of a look. */
const SHOWS = {
  light: `matchMedia('(prefers-color-scheme: light)').matches && !matchMedia('(forced-colors: active)').matches`,
  dark: `matchMedia('(prefers-color-scheme: dark)').matches && !matchMedia('(forced-colors: active)').matches`,
  contrast: `matchMedia('(forced-colors: active)').matches`,
} as const;
/** The name of the element with the focus, as a screen reader says it. */
const FOCUS = `(() => {
  const said = document.activeElement.cloneNode(true);
  for (const hidden of said.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  return said.ariaLabel ?? said.textContent;
})()`;

type Keep = (station: string, picture: Buffer) => Promise<void>;

/** A person who does with a page what they see on it: names and sentences. */
export class Traveller {
  readonly page: SteeredPage;
  readonly isOnPhone: boolean;
  readonly #keep: Keep;
  readonly #look: Way['look'];

  private constructor(page: SteeredPage, { width, look }: Way, keep: Keep) {
    this.page = page;
    this.isOnPhone = width === 390;
    this.#look = look;
    this.#keep = keep;
  }

  static async arrive(page: SteeredPage, way: Way, keep: Keep): Promise<Traveller> {
    const { width, look } = way;
    await page.resize(width, HEIGHT[width]);
    await page.until(`innerWidth === ${width} && ${SHOWS[look]}`);
    return new Traveller(page, way, keep);
  }

  press(name: string, role: Role = 'button'): Promise<void> {
    return this.page.click(role, name);
  }

  /** Presses what a phone shows under another name. */
  pressEither(wide: string, onPhone: string): Promise<void> {
    return this.press(this.isOnPhone ? onPhone : wide);
  }

  /** Opens a part of the room. */
  tab(name: string): Promise<void> {
    return this.press(name, 'link');
  }

  async enter(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(fields)) await this.page.fill(name, text);
  }

  /** Takes an entry of the menu of a row. */
  async act(name: string, action: string): Promise<void> {
    await this.press(`Actions for ${name}`);
    await this.press(action, 'menuitem');
  }

  /** Chooses what has a label in a dialog: its control itself may be drawn by the label alone. */
  pick(name: string): Promise<void> {
    return this.page.until(`(() => {
      const labels = [...document.querySelectorAll('[role=dialog] label')];
      const label = labels.find((one) => (one.querySelector('bdi') ?? one).textContent === '${name}');
      label?.click();
      return label !== undefined;
    })()`);
  }

  /** Waits for the sentences of a station, takes a picture, and finds no barrier there. */
  async station(name: string, ...sentences: readonly string[]): Promise<void> {
    for (const sentence of sentences) await this.page.text(sentence);
    await this.page.until(LOADED);
    await this.page.evaluate(DRAWN);
    await this.#keep(name, await this.page.picture());
    await expectNoBarrier(this.page, name, this.#look);
  }

  /** Goes with the Tab key from the beginning of the page to the first file. */
  async tabToFirst(name: string): Promise<void> {
    await this.page.goto(String(await this.page.evaluate('location.href')));
    await this.page.find('link', name);
    await expectWithinStops(this.page, name);
  }
}

/** Fails with the findings of axe, and where the page or a dialog scrolls sideways. Forced colours are those of the system. */
async function expectNoBarrier(page: SteeredPage, station: string, look: Way['look']): Promise<void> {
  const found = await barriers(page);
  const ours = look === 'contrast' ? found.filter((one) => !one.startsWith('color-contrast:')) : found;
  expect([station, ours, await fits(page)]).toEqual([station, [], true]);
}

async function expectWithinStops(page: SteeredPage, name: string): Promise<void> {
  const stops: string[] = [];
  const stopAt = async (key: string): Promise<void> => {
    await page.type(key);
    stops.push(String(await page.evaluate(FOCUS)));
  };
  while (stops.length < MAX_STOPS && stops.at(-1) !== name) {
    await stopAt(TAB);
    if (stops.at(-1) === 'Skip to the files') await stopAt(ENTER);
  }
  expect([stops, stops.at(-1), stops.length <= MAX_STOPS]).toEqual([stops, name, true]);
}
