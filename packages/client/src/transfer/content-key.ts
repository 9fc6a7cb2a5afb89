/** Identifies a content of a room: the content of a file changes only by another version. The first one has the id of the file. */
export const contentKey = ({ id, version = 1 }: Readonly<{ id: string; version?: number | undefined }>): string =>
  version === 1 ? id : `${id} v${version}`;

/** The file that has this content as one of its versions. */
export const fileOfContent = (key: string): string => key.split(' ', 1)[0] ?? key;
