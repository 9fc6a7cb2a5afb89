type Access = Readonly<{ mode: 'read' }>;

/** The permissions of handles, which the types of TypeScript leave out. */
type WithPermission = FileSystemHandle &
  Readonly<{
    queryPermission?: (access: Access) => Promise<PermissionState>;
    requestPermission?: (access: Access) => Promise<PermissionState>;
  }>;

/** A file that can be read again after a reload. `root`: the file or folder that was dropped, for which permission is asked. */
export type KeptHandle = Readonly<{ handle: FileSystemFileHandle; root: FileSystemHandle }>;

const READ: Access = { mode: 'read' };

async function distinct(roots: readonly FileSystemHandle[]): Promise<readonly WithPermission[]> {
  const found: WithPermission[] = [];
  for (const root of roots) {
    const same = await Promise.all(found.map((known) => known.isSameEntry(root)));
    if (!same.includes(true)) found.push(root);
  }
  return found;
}

/** Whether the browser lets the page read all of them without asking. */
export async function canReadFiles(files: readonly KeptHandle[]): Promise<boolean> {
  const roots = await distinct(files.map(({ root }) => root));
  const states = await Promise.all(roots.map(async (root) => (await root.queryPermission?.(READ)) ?? 'denied'));
  return states.every((state) => state === 'granted');
}

/** Asks the person, once for each file or folder that was dropped. Needs a press of a button. */
export async function askToRead(files: readonly KeptHandle[]): Promise<boolean> {
  for (const root of await distinct(files.map(({ root: one }) => one)))
    if ((await root.requestPermission?.(READ)) !== 'granted') return false;
  return true;
}
