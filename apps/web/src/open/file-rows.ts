import { formatSize } from '../base/size.ts';
import { elementWithId } from './element.ts';
import type { PackageEntry } from './kept.ts';

/** Lists the files with a button for each; none for a link to one file. */
export function showRows(files: readonly PackageEntry[], onPress: (index: number) => void): void {
  const list = elementWithId('files', HTMLUListElement);
  list.hidden = files.length === 0;
  list.replaceChildren(...files.map((file) => rowOf(file, onPress)));
}

function rowOf({ index, name, size: bytes }: PackageEntry, onPress: (index: number) => void): HTMLLIElement {
  const row = document.createElement('li');
  const label = row.appendChild(document.createElement('span'));
  label.id = `file-${index}`;
  label.dir = 'auto';
  label.textContent = name;
  const amount = row.appendChild(document.createElement('span'));
  amount.className = 'hint';
  amount.textContent = formatSize(bytes);
  const button = row.appendChild(document.createElement('button'));
  button.type = 'button';
  button.className = 'plain';
  button.id = `get-${index}`;
  button.textContent = 'Download';
  button.setAttribute('aria-labelledby', `${button.id} ${label.id}`);
  button.addEventListener('click', () => onPress(index));
  return row;
}
