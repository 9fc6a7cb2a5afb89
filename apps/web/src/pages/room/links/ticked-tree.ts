import { parentOf } from '../base/folders.ts';

/** The ticks of a tree of folders and files: what is ticked or not apart from the folder above it, by keys. */
export type TreeTicks = ReadonlyMap<string, boolean>;
export type TickState = 'ticked' | 'some' | 'none';

export const NO_TREE_TICKS: TreeTicks = new Map();

/** A file beside the folders of its folder. No name has this character. */
export const keyOfFile = ({ folder, id }: Readonly<{ folder: string; id: string }>): string =>
  folder === '' ? `\0${id}` : `${folder}/\0${id}`;

const isBelow = (key: string, top: string): boolean => key !== top && (top === '' || key.startsWith(`${top}/`));

/** Whether a folder or a file is ticked, by itself or with the nearest folder above it that has a mark. */
export function isTicked(ticks: TreeTicks, key: string): boolean {
  for (let at = key; ; at = parentOf(at)) {
    const own = ticks.get(at);
    if (own !== undefined) return own;
    if (at === '') return false;
  }
}

/** Of a folder: `some` where what is below it differs from it. */
export function stateOf(ticks: TreeTicks, key: string): TickState {
  const own = isTicked(ticks, key);
  const isMixed = [...ticks].some(([other, is]) => is !== own && isBelow(other, key));
  if (isMixed) return 'some';
  return own ? 'ticked' : 'none';
}

/** Ticks one with all below it, or unticks them. What is partly ticked becomes ticked. */
export function toggled(ticks: TreeTicks, key: string): TreeTicks {
  const becomes = stateOf(ticks, key) !== 'ticked';
  const next = new Map([...ticks].filter(([other]) => other !== key && !isBelow(other, key)));
  const isInherited = key !== '' && isTicked(next, parentOf(key));
  if (isInherited !== becomes) next.set(key, becomes);
  return next;
}

/** The folders to read for what is ticked: each once, and none below another one of them. */
export function foldersToRead(ticks: TreeTicks): readonly string[] {
  const folders = [...ticks].filter(([key, is]) => is && !key.includes('\0')).map(([key]) => key);
  return folders.filter((one) => !folders.some((other) => isBelow(one, other)));
}

/** The only folder that is ticked, whole and alone. */
export function onlyFolder(ticks: TreeTicks): string | undefined {
  const [only, ...others] = ticks.keys();
  return only === undefined || others.length > 0 || only.includes('\0') ? undefined : only;
}
