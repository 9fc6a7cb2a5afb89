/** A browser opens a file that is dropped on a page, and the page is gone with what it was doing. Pages that want files take them. */
export function keepDroppedFiles(): void {
  const keep = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  addEventListener('dragover', keep);
  addEventListener('drop', keep);
}
