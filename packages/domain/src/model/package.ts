import { DomainError } from '../values/errors.ts';
import type { Label } from '../values/labels.ts';
import type { AvailableFile } from './file.ts';
import { type AnsweredItem, isResumable, MAX_RESUMES, type Redemption } from './redemption.ts';
import type { PackageItem, PackageLink, ShareLink } from './share-link.ts';
import { currentVersion } from './version.ts';

/** Maximum number of files in a package. */
export const MAX_PACKAGE_ITEMS = 500;
/** Maximum number of files in one answer about a package. */
export const PACKAGE_PAGE = 100;

/** An item as a link to its file: each file of a package is decided like that of a single link. */
export const linkOfItem = (link: PackageLink, item: PackageItem, lowest: Label): ShareLink => {
  const { kind: _, items: __, fileId: ___, ...core } = link;
  return {
    ...core,
    label: lowest,
    fileId: item.fileId,
    sealed: '',
    ...(item.version !== undefined && { version: item.version }),
    ...(item.restored !== undefined && { restored: item.restored }),
  };
};

/** The item of a new package. Throws VERSION_CHANGED for one that names another version than the current one. */
export function newItem(asked: Omit<PackageItem, 'restored'>, file: AvailableFile): PackageItem {
  if (asked.version !== undefined && asked.version !== currentVersion(file)) throw new DomainError('VERSION_CHANGED');
  return { ...asked, ...(file.restored !== undefined && { restored: file.restored }) };
}

/** The answer that a redemption gives about an item: the first releases its key, and later ones give another address. */
export type ItemAnswer = Readonly<{ version: number; isFirst: boolean }>;

/** The next answer about an item; undefined where it was answered as often as it may be. */
export function nextAnswer(redemption: Redemption, index: number, file: AvailableFile): ItemAnswer | undefined {
  const before = redemption.items?.[index];
  if (before === undefined) return { version: currentVersion(file), isFirst: true };
  return before.answers < MAX_RESUMES ? { version: before.version, isFirst: false } : undefined;
}

/** Counts answers about items. Throws INVALID_CURSOR for a redemption that ended, whatever the policy decided. */
export function answerItems(
  redemption: Redemption,
  link: PackageLink,
  answered: readonly Readonly<{ index: number; version: number }>[],
  now: Redemption['begunAt'],
): Redemption {
  if (!isResumable(redemption, link, now)) throw new DomainError('INVALID_CURSOR');
  const items: Record<number, AnsweredItem> = { ...redemption.items };
  for (const { index, version } of answered) items[index] = { version, answers: (items[index]?.answers ?? 0) + 1 };
  return { ...redemption, items };
}
