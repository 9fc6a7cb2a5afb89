import { portableName, portablePaths } from '@strongroom/client';
import { type FolderNode, filesIn } from '../base/folder-tree.ts';
import { OpenRefusal } from './ask.ts';
import { DamagedFile } from './decrypted.ts';
import { UNTYPED_MEDIA } from './hand-over.ts';
import type { KeptEntry, PackageEntry, SharedPackage } from './kept.ts';
import type { LinkView } from './link-view.ts';
import { type CountedDownload, countDownload, PackageReader } from './package.ts';
import { chooseZipTarget, type ZipEntry } from './zip.ts';

/** A link to several files, and the page that shows them. */
export type PackageView = LinkView<SharedPackage>;

type LeftOut = Readonly<{ name: string; reason: string }>;
type Got<Content> = Readonly<{ name: string; content: Content; count: number; leftOut: readonly LeftOut[] }>;
/** A file for the browser; without content where it is saved already. */
export type Saved = Got<Blob | undefined>;

const ZIP = 'Files.zip';
/** The verified content of one file. The first one counts a download of the link. Throws OpenRefusal. */
export async function readOne(several: PackageView, index: number): Promise<Got<Blob>> {
  return finishing(several, async (counted) => {
    const entry = counted.entries.find((one) => one.index === index);
    if (entry === undefined) throw new OpenRefusal('The sender no longer shares this file.');
    const content = await new PackageReader(several.link, counted).read(entry, [], several);
    return { name: entry.name, content: new Blob([content], UNTYPED_MEDIA), count: 1, leftOut: [] };
  });
}

/**
 * The files of a folder and below it as one zip, without those that cannot be read. Throws OpenRefusal, and AbortError where no place
 * is chosen.
 */
export async function saveFolder(several: PackageView, folder: FolderNode<PackageEntry>): Promise<Saved> {
  const name = folder.name === '' ? ZIP : portableName(`${folder.name}.zip`);
  const place = await chooseZipTarget(name, folder.size);
  return finishing(several, async ({ redemption, entries }) => {
    const leftOut: LeftOut[] = [];
    const byIndex = new Map(entries.map((entry) => [entry.index, entry]));
    // In the order of the list.
    const inside = filesIn(folder).flatMap(({ index }) => byIndex.get(index) ?? []);
    const content = await place.write(entriesOf(several, { redemption, entries: inside }, folder, leftOut));
    return { name, content, count: inside.length - leftOut.length, leftOut };
  });
}

async function* entriesOf(
  several: PackageView,
  counted: CountedDownload,
  { path: top }: FolderNode<PackageEntry>,
  leftOut: LeftOut[],
): AsyncGenerator<ZipEntry, void> {
  const { entries } = counted;
  const { link, onProgress, onWait } = several;
  const reader = new PackageReader(link, counted);
  const cut = top === '' ? 0 : top.length + 1;
  const paths = portablePaths(entries.map(({ name, folder = '' }) => ({ name, folder: folder.slice(cut) })));
  const total = sizeOf(entries);
  let done = 0;
  for (const [place, entry] of entries.entries()) {
    const before = done;
    const watching = { onWait, onProgress: (part: number) => onProgress((before + part * entry.size) / total) };
    const found = await reader.read(entry, entries.slice(place + 1), watching).catch((error: unknown) => {
      if (error instanceof DamagedFile) return error;
      throw error;
    });
    if (found instanceof DamagedFile) leftOut.push({ name: entry.name, reason: found.message });
    else yield { name: paths[place] ?? entry.name, input: found };
    done += entry.size;
  }
  const [first] = leftOut;
  if (first !== undefined && leftOut.length === entries.length) throw new OpenRefusal(first.reason);
}

const sizeOf = (entries: readonly KeptEntry[]): number =>
  Math.max(
    entries.reduce((sum, { size }) => sum + size, 0),
    1,
  );

/** Counts a download, or continues the one that was counted. One that has ended is forgotten. */
async function finishing<T>(
  { link, shared, kept, remember, onWait }: PackageView,
  work: (counted: CountedDownload) => Promise<T>,
) {
  const { redemption, entries, ...begun } = kept();
  try {
    const counted =
      redemption === undefined || entries === undefined
        ? await countDownload(link.token, begun.attempt, onWait)
        : { redemption, entries };
    remember({ ...begun, ...counted, file: shared });
    return await work(counted);
  } catch (error) {
    if (error instanceof OpenRefusal && error.code === 'INVALID_CURSOR')
      remember({ fragment: begun.fragment, attempt: crypto.randomUUID() });
    throw error;
  }
}
