import type { Json } from '@strongroom/domain';
import type { DocumentStore, StoredDocument } from '@strongroom/ports';

/** Few enough for a busy database. */
const AT_ONCE = 250;

type Size = Readonly<{ folders: number; filesEach: number }>;

type Replaced = readonly (readonly [from: string, to: string])[];

/** The same document of another folder or file: ids, paths and keys are replaced everywhere in it. */
function alike(document: StoredDocument, replaced: Replaced): StoredDocument {
  const text = replaced.reduce((all, [from, to]) => all.replaceAll(from, to), JSON.stringify(document));
  return { ...(JSON.parse(text) as StoredDocument), version: 1 };
}

/** Fills the folder `a` of a room that has one file, in `a/f0`: folders `a/f0`, `a/f1` … as uploads leave them. */
export async function fillFolders(documents: DocumentStore, room: string, size: Size): Promise<void> {
  const { folders: count, filesEach } = size;
  const [file] = await documents.list('files', { anyOf: [`room:${room}:C1`] }, { limit: 1 });
  const tree = await documents.list('folders', { anyOf: [`tree:${room}`] }, { limit: 10 });
  const pathOf = ({ body }: StoredDocument) => (body as { path: string }).path;
  const [above, one] = [tree.find((node) => pathOf(node) === 'a'), tree.find((node) => pathOf(node) === 'a/f0')];
  if (file === undefined || above === undefined || one === undefined)
    throw new Error('a file and its folders are missing');
  const idOf = ({ body }: StoredDocument) => (body as { id: string }).id;
  const numbered = { ...(one.body as object), files: { C1: filesEach } } as Json;
  const made = Array.from({ length: count }, (_, index) => index);
  const folders = made.slice(1).map((index) => ({
    collection: 'folders',
    insert: alike({ ...one, body: numbered }, [
      ['a/f0', `a/f${index}`],
      [idOf(one), crypto.randomUUID()],
    ]),
  }));
  const files = made
    .flatMap((index) => Array.from({ length: filesEach }, () => index))
    .slice(1)
    .map((index) => ({
      collection: 'files',
      insert: alike(file, [
        ['a/f0', `a/f${index}`],
        [file.id, crypto.randomUUID()],
      ]),
    }));
  await documents.commit([
    { collection: 'folders', replace: { ...one, body: numbered, version: one.version + 1 } },
    {
      collection: 'folders',
      replace: {
        ...above,
        body: { ...(above.body as object), folders: { '*': count } },
        version: above.version + 1,
      },
    },
  ]);
  const copies = [...folders, ...files];
  for (let start = 0; start < copies.length; start += AT_ONCE)
    await documents.commit(copies.slice(start, start + AT_ONCE));
}
