import type { DragEvent } from 'react';

/** The type of what is dragged within a room. A browser tells it while the drag is under way, unlike its content. */
export const DRAGGED = 'application/x-strongroom-files';

const MOVED = 'strongroom:dropped-on-folder';

export const isOwnDrag = ({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): boolean =>
  dataTransfer.types.includes(DRAGGED);

/** Makes an element of a folder take what is dragged within the room. */
export const dropTarget = (folder: string) => ({
  'data-folder': folder,
  onDragOver: (event: DragEvent<HTMLElement>): void => {
    if (!isOwnDrag(event)) return;
    event.preventDefault();
    event.currentTarget.dataset['dropping'] = 'true';
  },
  onDragLeave: (event: DragEvent<HTMLElement>): void => {
    delete event.currentTarget.dataset['dropping'];
  },
  onDrop: (event: DragEvent<HTMLElement>): void => {
    delete event.currentTarget.dataset['dropping'];
    if (!isOwnDrag(event)) return;
    event.preventDefault();
    event.stopPropagation();
    dispatchEvent(new CustomEvent(MOVED, { detail: folder }));
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
