import type { DragEvent } from 'react';
import { may } from '../../../base/may.ts';
import type { Folder } from '../base/folders.ts';

/** The type of data dragged within a room. A browser reveals the type during the drag, but not the content. */
export const DRAGGED = 'application/x-strongroom-files';

const MOVED = 'strongroom:dropped-on-folder';

export const isOwnDrag = ({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): boolean =>
  dataTransfer.types.includes(DRAGGED);

const mark = (event: DragEvent<HTMLElement>, folder: Pick<Folder, 'may'>): void => {
  if (!isOwnDrag(event) || !may(folder, 'file.upload')) return;
  event.preventDefault();
  event.currentTarget.dataset['dropping'] = 'true';
};

/** Makes an element of a folder take what is dragged within the room, if the folder takes files. */
export const dropTarget = (folder: Pick<Folder, 'path' | 'may'>) => ({
  'data-folder': folder.path,
  // Firefox sends the first `dragover` a third of a second later.
  onDragEnter: (event: DragEvent<HTMLElement>): void => mark(event, folder),
  onDragOver: (event: DragEvent<HTMLElement>): void => mark(event, folder),
  onDragLeave: (event: DragEvent<HTMLElement>): void => {
    // From one part of the element to another.
    if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
    delete event.currentTarget.dataset['dropping'];
  },
  onDrop: (event: DragEvent<HTMLElement>): void => {
    delete event.currentTarget.dataset['dropping'];
    if (!isOwnDrag(event)) return;
    event.preventDefault();
    event.stopPropagation();
    dispatchEvent(new CustomEvent(MOVED, { detail: folder.path }));
  },
});

/** Learns the folder on which something was dropped. Returns how to end. */
export function onDroppedOnFolder(listener: (folder: string) => void): () => void {
  const listen = (event: Event): void => {
    if (event instanceof CustomEvent) listener(String(event.detail));
  };
  addEventListener(MOVED, listen);
  return () => removeEventListener(MOVED, listen);
}
