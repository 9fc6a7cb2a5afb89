/** The address that opens a file in its folder. */
export function fileAddress(roomId: string, { id, folder }: Readonly<{ id: string; folder: string }>): string {
  const query = new URLSearchParams({ ...(folder !== '' && { folder }), file: id });
  return `/rooms/${roomId}?${query}`;
}

/** The address that lists a folder, or the top of a room. */
export const folderAddress = (roomId: string, folder: string): string =>
  `/rooms/${roomId}${folder === '' ? '' : `?${new URLSearchParams({ folder })}`}`;
