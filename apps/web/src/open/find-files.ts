import { stopAt } from './row-keys.ts';

/** A text without letter case, accents and width. */
const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Shows the rows of files that have all words in their names or in those of their folders. Returns how many. */
function narrow(rows: Iterable<Element>, words: readonly string[], above: string): number {
  let count = 0;
  for (const row of rows) {
    const text = `${above} ${folded(row.querySelector('.name')?.textContent ?? '')}`;
    const inner = row.querySelector('ul');
    const hits = inner ? narrow(inner.children, words, text) : Number(words.every((word) => text.includes(word)));
    row.toggleAttribute('hidden', hits === 0);
    const fold = row.querySelector<HTMLElement>('.fold');
    if (inner && hits > 0 && words.length > 0 && fold?.ariaExpanded === 'false') fold.click();
    count += hits;
  }
  return count;
}

/** Puts a field above a list that finds files of it. */
export function fieldOver(list: HTMLElement): HTMLElement {
  const place = document.createElement('div');
  place.className = 'deeds';
  const field = place.appendChild(document.createElement('input'));
  Object.assign(field, { type: 'search', placeholder: 'Find a file', ariaLabel: 'Find a file', maxLength: 200 });
  field.autocomplete = 'off';
  field.spellcheck = false;
  const found = place.appendChild(document.createElement('p'));
  found.className = 'hint';
  found.style.flex = 'none';
  found.role = 'status';
  const firstRow = (): Element | undefined => [...list.querySelectorAll('.entry')].find((row) => row.checkVisibility());
  field.addEventListener('input', () => {
    const words = folded(field.value).split(/\s+/).filter(Boolean);
    const count = narrow(list.children, words, '');
    stopAt(list, firstRow());
    found.textContent = words.length === 0 ? '' : count === 1 ? 'One file' : `${count || 'No'} files`;
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    // Enter would download all.
    event.preventDefault();
    firstRow()?.querySelector('button')?.focus();
  });
  list.before(place);
  return place;
}
