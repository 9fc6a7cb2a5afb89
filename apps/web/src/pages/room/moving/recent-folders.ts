const KEPT = 3;

/** For as long as the page is open: their names are nothing to keep in a browser. */
const recent = new Map<string, readonly string[]>();

/** The folders of a room that things were moved to last, the latest first. */
export const recentFolders = (roomId: string): readonly string[] => recent.get(roomId) ?? [];

export function noteFolder(roomId: string, path: string): void {
  const others = recentFolders(roomId).filter((other) => other !== path);
  if (path !== '') recent.set(roomId, [path, ...others].slice(0, KEPT));
}
