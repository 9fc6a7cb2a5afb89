import type { FolderNode } from '../base/folder-tree.ts';
import { plural } from '../base/format.ts';
import { formatSize } from '../base/size.ts';
import { kindOfFile } from '../pages/viewer/file-kind.ts';
import { nameOfKind } from '../pages/viewer/kind-names.ts';
import { elementWithId } from './element.ts';
import { drawIcon } from './icon.ts';
import type { PackageEntry } from './kept.ts';
import { followArrows, stopAt } from './row-keys.ts';
import { isViewable } from './viewable.ts';

type Deeds = Readonly<{
  download: (file: PackageEntry) => void;
  downloadFolder: (folder: FolderNode<PackageEntry>) => void;
  view: (file: PackageEntry, opener: HTMLElement) => void;
}>;

/** Folders of a link with more files are closed at first. */
const MAX_OPEN = 60;

const list = elementWithId('files', HTMLUListElement);

/** Shows folders and files with buttons for each; none for a link to one file. */
export function showRows(top: FolderNode<PackageEntry>, deeds: Deeds): void {
  list.hidden = top.count === 0;
  const number = { next: 0 };
  list.replaceChildren(...rowsIn(top, { deeds, isOpen: top.count <= MAX_OPEN, number }));
  stopAt(list, list.querySelector('.entry'));
  offerFind(top.count);
}
followArrows(list);

/** A list with more files has a field to find some, which comes when it is needed. */
const MAX_SEEN = 20;
let finder: Element | undefined;

function offerFind(count: number): void {
  finder?.remove();
  if (count > MAX_SEEN)
    void import('./find-files.ts').then(({ fieldOver }) => {
      finder = fieldOver(list);
    });
}

type Drawing = Readonly<{ deeds: Deeds; isOpen: boolean; number: { next: number } }>;

const rowsIn = ({ folders, files }: FolderNode<PackageEntry>, drawing: Drawing): readonly HTMLLIElement[] => [
  ...folders.map((folder) => rowOfFolder(folder, drawing)),
  ...files.map((file) => rowOfFile(file, drawing.deeds)),
];

function rowOfFolder(folder: FolderNode<PackageEntry>, drawing: Drawing): HTMLLIElement {
  const { name, count, size } = folder;
  const id = `folder-${drawing.number.next++}`;
  const item = document.createElement('li');
  const row = item.appendChild(emptyRow());
  const fold = buttonOf(`fold-${id}`, 'fold');
  const label = spanOf('name', name);
  label.id = `${id}-name`;
  fold.append(drawIcon('right'), drawIcon('folder'), label);
  row.append(fold, metaOf(plural(count, 'file'), size));
  const inside = item.appendChild(document.createElement('ul'));
  inside.id = id;
  inside.append(...rowsIn(folder, drawing));
  const show = (isOpen: boolean): void => {
    fold.ariaExpanded = `${isOpen}`;
    inside.hidden = !isOpen;
  };
  show(drawing.isOpen);
  fold.setAttribute('aria-controls', id);
  fold.addEventListener('click', () => show(inside.hidden === true));
  const deeds = row.appendChild(spanOf('deeds'));
  const get = deeds.appendChild(downloadOf(id, label));
  get.addEventListener('click', () => drawing.deeds.downloadFolder(folder));
  return item;
}

function rowOfFile(file: PackageEntry, { download, view }: Deeds): HTMLLIElement {
  const { index, name, size } = file;
  const kind = kindOfFile({ name, content_type: file.content_type ?? '' });
  const item = document.createElement('li');
  const row = item.appendChild(emptyRow());
  const label = spanOf('name', name);
  label.id = `file-${index}`;
  const deeds = spanOf('deeds');
  const what = spanOf('what');
  what.dataset['kind'] = kind;
  what.append(
    drawIcon(kind),
    isViewable(name) ? nameToView(`view-${index}`, label, (opener) => view(file, opener)) : label,
  );
  row.append(what, metaOf(nameOfKind(name, kind), size), deeds);
  deeds.appendChild(downloadOf(`${index}`, label)).addEventListener('click', () => download(file));
  return item;
}

/** The name of a file that the viewer shows opens it. */
function nameToView(id: string, label: HTMLElement, view: (opener: HTMLElement) => void): HTMLButtonElement {
  const button = buttonOf(id, 'view');
  button.ariaLabel = `View ${label.textContent}`;
  button.append(label);
  button.addEventListener('click', () => view(button));
  return button;
}

function emptyRow(): HTMLDivElement {
  const row = document.createElement('div');
  row.className = 'entry';
  return row;
}

function spanOf(className: string, text = ''): HTMLSpanElement {
  const span = document.createElement('span');
  span.className = className;
  span.dir = 'auto';
  span.textContent = text;
  return span;
}

function metaOf(kind: string, size: number): HTMLSpanElement {
  const meta = spanOf('meta');
  meta.append(spanOf('kind', kind), spanOf('size', formatSize(size)));
  return meta;
}

function buttonOf(id: string, className: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.id = id;
  return button;
}

/** The name of the button is its word with the name of its file or folder. */
function downloadOf(id: string, label: HTMLElement): HTMLButtonElement {
  const button = buttonOf(`get-${id}`, 'get');
  button.append(drawIcon('download'), 'Download');
  button.setAttribute('aria-labelledby', `${button.id} ${label.id}`);
  return button;
}
