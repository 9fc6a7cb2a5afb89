import type { Archive } from './archive.ts';
import type { Relations } from './relations.ts';
import { childOf, descendantsOf, elementsOf, parseXml, type XmlElement } from './xml.ts';

const MAX_DIAGRAMS = 50;

/** The shapes as which a program drew the diagrams of a slide, by the relations of their data ([MS-ODRAWXML], 2.4). */
export function diagramsOf(archive: Archive, { types, inside }: Relations): ReadonlyMap<string, XmlElement> {
  const found = new Map<string, XmlElement>();
  for (const [id, type] of types) {
    if (type !== 'diagramData' || found.size >= MAX_DIAGRAMS) continue;
    const data = treeAt(archive, inside.get(id));
    const drawing = descendantsOf(data, 'dataModelExt')[0]?.attributes['relId'];
    const shapes = childOf(treeAt(archive, inside.get(drawing ?? '')), 'spTree');
    if (shapes !== undefined) found.set(id, shapes);
  }
  return found;
}

function treeAt(archive: Archive, path: string | undefined): XmlElement | undefined {
  const text = path === undefined ? undefined : archive.text(path);
  return text === undefined ? undefined : parseXml(text);
}

/** The shapes of the diagram that a graphic frame holds. */
export function diagramIn(frame: XmlElement, diagrams: ReadonlyMap<string, XmlElement>): XmlElement | undefined {
  if (frame.name !== 'graphicFrame') return undefined;
  const [data] = descendantsOf(frame, 'graphicData').flatMap((one) => elementsOf(one));
  return data?.name === 'relIds' ? diagrams.get(data.attributes['dm'] ?? '') : undefined;
}
