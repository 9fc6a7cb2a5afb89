import type { Folder, Group } from '@strongroom/client';
import { listNames } from '../../../base/list-names.ts';
import { foldersById, rightByGroups } from '../groups/group-rights.ts';

/** Says which restricted folders of a room its new members see. Undefined where none is known. */
export function restrictedSight(folders: readonly Folder[], groups: readonly Group[]): string | undefined {
  const byId = foldersById(folders);
  const restricted = folders.filter(({ access }) => (access?.groups ?? null) !== null);
  const rights = restricted.map((folder) => rightByGroups(folder, groups, byId)?.right);
  const count = restricted.length;
  if (count === 0 || rights.includes('unknown')) return undefined;
  const seen = rights.filter((right) => right !== 'none').length;
  const as = groups.length === 0 ? 'Without a group' : `As members of ${listNames(groups.map(({ name }) => name))}`;
  if (seen === 0)
    return `${as} they see ${count === 1 ? 'nothing of the restricted folder' : `none of the ${count} restricted folders`}.`;
  if (seen === count)
    return `${as} they see ${count === 1 ? 'the restricted folder' : `all ${count} restricted folders`}.`;
  return `${as} they see ${seen} of the ${count} restricted folders.`;
}
