/**
 * The folder of each file as seen from the deepest folder that holds all of them, whose own name is left out: the folders that a
 * link to these files shows.
 */
export function foldersInside(files: readonly Readonly<{ folder: string }>[]): readonly string[] {
  const [first, ...others] = files.map(({ folder }) => namesOf(folder));
  let common = first ?? [];
  for (const names of others) common = common.slice(0, sharedLength(common, names));
  return files.map(({ folder }) => namesOf(folder).slice(common.length).join('/'));
}

const namesOf = (folder: string): readonly string[] => (folder === '' ? [] : folder.split('/'));

function sharedLength(some: readonly string[], others: readonly string[]): number {
  const end = some.findIndex((name, place) => name !== others[place]);
  return end < 0 ? some.length : end;
}
