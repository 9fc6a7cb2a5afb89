import { filesIn, folderTree } from '../base/folder-tree.ts';
import { kindOf } from '../pages/viewer/preview-kind.ts';
import { OpenRefusal } from './ask.ts';
import type { SharedContent } from './kept.ts';
import type { ViewedFile } from './view.tsx';

/** Whether the viewer shows a file of this name. */
export const isViewable = (name: string): boolean => kindOf({ name }) !== 'none';

/** The files of a link that the viewer shows, in their order. */
export const viewableOf = (shared: SharedContent): readonly ViewedFile[] =>
  (shared.kind === 'package'
    ? filesIn(folderTree(shared.files)).map(({ index, name, size }) => ({ id: `${index}`, name, size }))
    : [{ id: '0', name: shared.name, size: shared.size }]
  ).filter(({ name }) => isViewable(name));

/** The viewer, which is large and comes when it is asked for. Throws OpenRefusal. */
export const viewer = (): Promise<typeof import('./view.tsx')> =>
  import('./view.tsx').catch(() => {
    throw new OpenRefusal('The viewer did not arrive. Nothing was counted: try again, or download instead.');
  });
