/** Files that systems and programs write beside those of people: folder views, previews, resource forks, locks. */
const DESKTOP_FILE = /^(\.DS_Store|\.localized|Thumbs\.db|ehthumbs\.db|desktop\.ini|~\$.*|\._.*)$/iu;

/** An unfinished download of this library. */
const PART = /^\.strongroom-.*\.part$/u;

/** Whether a desktop wrote the file for itself, so that it has no place in a room. */
export const isDesktopFile = (name: string): boolean => DESKTOP_FILE.test(name);

/** Whether the file is an unfinished download, whose content is not verified. */
export const isUnfinished = (name: string): boolean => PART.test(name);
