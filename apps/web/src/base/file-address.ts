/** The address that opens a file in its folder. */
export function fileAddress(roomId: string, { id, folder }: Readonly<{ id: string; folder: string }>): string {
  const query = new URLSearchParams({ ...(folder !== '' && { folder }), file: id });
  return `/rooms/${roomId}?${query}`;
}
