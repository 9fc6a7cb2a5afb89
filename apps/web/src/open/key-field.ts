import { elementWithId } from './element.ts';

const KEY_LETTERS = 48;

/** Makes a whole link of the key that is pasted into the field for it. `token`: of the link without its key. */
export function takePastedKey(token: () => string | undefined): void {
  const field = elementWithId('key', HTMLInputElement);
  field.addEventListener('input', () => {
    const key = field.value.trim();
    const of = token();
    if (of === undefined || key.length !== KEY_LETTERS) return;
    field.value = '';
    location.hash = `token=${of}&k=${key}`;
  });
}
