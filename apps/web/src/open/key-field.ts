import { OpenRefusal } from './ask.ts';
import { elementWithId } from './element.ts';
import { readLink, WRONG_KEY } from './link.ts';
import { writeProblem } from './notices.ts';

const KEY_LETTERS = 48;
const field = elementWithId('key', HTMLInputElement);

/** Makes a whole link of the key in the field for it. A wrong key stays there, to be mended. `token`: of the link without its key. */
export async function takeKey(token: string): Promise<void> {
  const key = field.value.trim();
  const fragment = `#${new URLSearchParams({ token, k: key })}`;
  try {
    await readLink(fragment);
  } catch (error) {
    if (!(error instanceof OpenRefusal)) throw error;
    if (key === field.value.trim()) writeProblem(key === '' ? 'Paste the key of the link.' : WRONG_KEY);
    return;
  }
  field.value = '';
  location.hash = fragment;
}

/** Takes a key as soon as all of it is there. `token`: of the link without its key. */
export function takePastedKey(token: () => string | undefined): void {
  field.addEventListener('input', () => {
    writeProblem('');
    const of = token();
    if (of !== undefined && field.value.trim().length === KEY_LETTERS) void takeKey(of);
  });
}
