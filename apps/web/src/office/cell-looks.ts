import type { CellLook } from './model.ts';

const PLAIN: CellLook = {};
const MAX_LOOKS = 20_000;

/** The different looks of cells, each with a number. */
export class CellLooks {
  readonly #numbers = new Map<string, number>([[JSON.stringify(PLAIN), 0]]);
  readonly #looks: CellLook[] = [PLAIN];

  get all(): readonly CellLook[] {
    return this.#looks;
  }

  numberOf(look: CellLook): number {
    const key = JSON.stringify(look);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.#looks.length >= MAX_LOOKS) return 0;
    this.#numbers.set(key, this.#looks.length);
    return this.#looks.push(look) - 1;
  }
}

const TONES: Readonly<Record<string, NonNullable<CellLook['tone']>>> = {
  red: 'red',
  'color 3': 'red',
  color3: 'red',
  green: 'green',
  color10: 'green',
  'color 10': 'green',
  blue: 'blue',
  color5: 'blue',
  'color 5': 'blue',
};

/** The tone of a color that a format names; other colors are those of the text. */
export const toneOf = (color: string | undefined): CellLook['tone'] => (color === undefined ? undefined : TONES[color]);
