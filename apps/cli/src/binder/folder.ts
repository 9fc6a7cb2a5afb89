import { mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type AboutBinder, BINDER } from '@strongroom/client';
import { Problem } from '@strongroom/command-line';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { unwritableProblem } from '../account/config.ts';
import { fieldOf, objectIn } from './fields.ts';

const { about: ABOUT, files: FILES, manifest: MANIFEST, record: RECORD, seal: SEAL } = BINDER;
/** The parts of a binder beside its files and its record. */
export const BINDER_PARTS: ReadonlySet<string> = new Set([
  MANIFEST,
  SEAL,
  ABOUT,
  BINDER.index,
  BINDER.page,
  BINDER.members,
]);

/** Whether a path is a part of every binder, or of its record. */
const isOfBinder = (path: string): boolean => BINDER_PARTS.has(path) || path.startsWith(`${RECORD}/`);

/** The name of an unfinished download. */
const PART = /(^|\/)\.strongroom-[^/]*\.part$/u;

/** The folder of a binder. Its methods throw Problem where it cannot be written. */
export class BinderFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  at(path: string): string {
    return join(this.path, path);
  }

  write(path: string, content: string): Promise<void> {
    return this.#usable(async () => {
      await mkdir(dirname(this.at(path)), { recursive: true, mode: 0o700 });
      await writeFile(this.at(path), content, { mode: 0o600 });
    });
  }

  /** Removes the file at a path, if one is there. A path that is too long for a disk has none. */
  async drop(path: string): Promise<void> {
    await rm(this.at(path), { force: true }).catch((error: unknown) => {
      if (systemErrorCode(error) !== 'ENAMETOOLONG') throw error;
    });
  }

  /** Every entry that is not a folder, by its path with `/` between folders. `isFile` is false for a link or a device. */
  async contents(): Promise<ReadonlyMap<string, Readonly<{ isFile: boolean }>>> {
    const found = new Map<string, Readonly<{ isFile: boolean }>>();
    const isThere = await stat(this.path).then(
      () => true,
      (error: unknown) => systemErrorCode(error) !== 'ENOENT',
    );
    for (const entry of isThere ? await readdir(this.path, { recursive: true, withFileTypes: true }) : []) {
      if (entry.isDirectory()) continue;
      const path = relative(this.path, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
      found.set(path, { isFile: entry.isFile() });
    }
    return found;
  }

  async paths(): Promise<readonly string[]> {
    return [...(await this.contents()).keys()].toSorted();
  }

  /** Returns the files of an earlier export of this room. Throws Problem for a folder with any other content. */
  async examine(about: AboutBinder): Promise<readonly string[]> {
    const contents = await this.#usable(() => this.contents());
    const paths = [...contents.keys()].toSorted();
    const earlier = paths.length === 0 ? undefined : await this.#earlier(about.room.id);
    const known = new Set([...about.paths, ...(earlier?.paths ?? [])]);
    const foreign = paths.find((path) => !known.has(path) && !isOfBinder(path) && !PART.test(path));
    // A write at the place of a link goes to where the link leads.
    const link = paths.find((path) => contents.get(path)?.isFile === false);
    const wrong = foreign ?? link;
    if (wrong !== undefined)
      throw new Problem(`${this.at(wrong)} is not of this export: move it away, or name another folder.`);
    return paths;
  }

  /**
   * Begins an export, or continues an earlier one: of the files that `examine` found it removes the record, the manifest and
   * those that are not wanted any more.
   */
  async begin(about: AboutBinder, paths: readonly string[]): Promise<void> {
    const wanted = new Set(about.paths);
    await this.#usable(async () => {
      for (const path of [MANIFEST, SEAL]) await rm(this.at(path), { force: true });
      await rm(this.at(RECORD), { recursive: true, force: true });
      for (const path of paths) if (path.startsWith(`${FILES}/`) && !wanted.has(path)) await this.#remove(path);
    });
    await this.write(ABOUT, `${JSON.stringify(about, null, 2)}\n`);
  }

  /** Removes a file, and the folders that it leaves empty. */
  async #remove(path: string): Promise<void> {
    await rm(this.at(path), { force: true });
    for (let above = dirname(path); above !== FILES && above !== '.'; above = dirname(above)) {
      const isEmpty = await rmdir(this.at(above)).then(
        () => true,
        () => false,
      );
      if (!isEmpty) return;
    }
  }

  async #earlier(room: string): Promise<AboutBinder> {
    const text = await readFile(this.at(ABOUT), 'utf8').catch(() => undefined);
    if (text === undefined)
      throw new Problem(`${this.path} is not empty and holds no export: name a folder that is new or empty.`);
    const about = parseAboutBinder(text);
    if (about === undefined) throw new Problem(`${this.at(ABOUT)} is damaged: name another folder.`);
    if (about.room.id !== room)
      throw new Problem(`${this.path} holds an export of another room, ${JSON.stringify(about.room.name)}.`);
    return about;
  }

  async #usable<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw (await unwritableProblem(this.path, error)) ?? error;
    }
  }
}

/** Undefined for a malformed text. */
export function parseAboutBinder(text: string): AboutBinder | undefined {
  const about = objectIn(text);
  return about !== undefined && isAbout(about) ? about : undefined;
}

function isAbout(value: object): value is AboutBinder {
  const [room, paths] = [fieldOf(value, 'room'), fieldOf(value, 'paths')];
  return (
    fieldOf(value, 'version') === 1 &&
    typeof fieldOf(room, 'id') === 'string' &&
    typeof fieldOf(room, 'name') === 'string' &&
    Array.isArray(paths) &&
    paths.every((path: unknown) => typeof path === 'string')
  );
}
