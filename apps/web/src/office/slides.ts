import type { Archive } from './archive.ts';
import { type OfficeBlock, type PreviewResult, RefusedDocument, type TextRun } from './model.ts';
import { OmissionNotes, REMOTE_NOTE } from './notes.ts';
import { Pictures } from './pictures.ts';
import { type Relations, relationsOf } from './relations.ts';
import { childOf, descendantsOf, elementsOf, elementText, parseXml, type XmlElement } from './xml.ts';

const PRESENTATION = 'ppt/presentation.xml';

/** Reads a presentation of PowerPoint (ECMA-376, part 1). Throws Refused. */
export function readSlides(archive: Archive): PreviewResult {
  const text = archive.text(PRESENTATION);
  if (text === undefined)
    throw new RefusedDocument('This is no presentation of PowerPoint, or it is damaged. Download it.');
  const notes = new OmissionNotes();
  notes.add('This is a simplified view: texts, tables and pictures of each slide, without its layout.');
  notes.addPrograms(archive);
  const pictures = new Pictures(archive, notes);
  const { inside } = relationsOf(archive, PRESENTATION);
  const blocks = descendantsOf(parseXml(text), 'sldId').flatMap(({ attributes }, index): readonly OfficeBlock[] => {
    // The prefix of the attribute is the writer's choice, and the slide has an id of its own.
    const path = Object.values(attributes)
      .map((id) => inside.get(id))
      .find((found) => found !== undefined);
    const slide = path === undefined ? undefined : archive.text(path);
    const title = `Slide ${index + 1}`;
    if (path === undefined || slide === undefined) return [{ kind: 'part', title: `${title}: missing` }];
    const tree = parseXml(slide);
    const relations = relationsOf(archive, path);
    if ([...relations.types.values()].some((type) => type === 'image') && relations.outside > 0) notes.add(REMOTE_NOTE);
    const isHidden = ['0', 'false'].includes(tree.attributes['show'] ?? '');
    return [
      { kind: 'part', title: isHidden ? `${title} (hidden)` : title },
      ...shapes(childOf(tree, 'cSld', 'spTree'), relations, pictures, notes),
      ...speakerNotes(archive, relations),
    ];
  });
  return { kind: 'text', head: [], blocks, notes: notes.all };
}

function speakerNotes(archive: Archive, { types, inside }: Relations): readonly OfficeBlock[] {
  const [id] = [...types].find(([, type]) => type === 'notesSlide') ?? [];
  const text = id === undefined ? undefined : archive.text(inside.get(id) ?? '');
  if (text === undefined) return [];
  const body = descendantsOf(parseXml(text), 'sp').filter(
    (shape) => descendantsOf(shape, 'ph')[0]?.attributes['type'] === 'body',
  );
  const found = body.flatMap((shape) => paragraphs(shape)).filter(({ runs }) => runs.length > 0);
  return found.length === 0
    ? []
    : [{ kind: 'paragraph', runs: [{ text: 'Notes of the speaker', isBold: true }] }, ...found];
}

function shapes(
  place: XmlElement | undefined,
  relations: Relations,
  pictures: Pictures,
  notes: OmissionNotes,
): readonly OfficeBlock[] {
  return elementsOf(place ?? { children: [] }).flatMap((shape): readonly OfficeBlock[] => {
    if (shape.name === 'grpSp') return shapes(shape, relations, pictures, notes);
    if (shape.name === 'AlternateContent') return shapes(childOf(shape, 'Choice'), relations, pictures, notes);
    if (shape.name === 'pic')
      return descendantsOf(shape, 'blip').flatMap(({ attributes }) => {
        if (attributes['link'] !== undefined) notes.add(REMOTE_NOTE);
        const id = attributes['embed'];
        return id === undefined ? [] : pictures.blocks(relations.inside.get(id));
      });
    const table = descendantsOf(shape, 'tbl')[0];
    if (table !== undefined)
      return [
        {
          kind: 'table',
          rows: descendantsOf(table, 'tr').map((row) => descendantsOf(row, 'tc').map((cell) => paragraphs(cell))),
        },
      ];
    const type = descendantsOf(shape, 'ph')[0]?.attributes['type'] ?? '';
    const found = paragraphs(shape).filter(({ runs }) => runs.length > 0);
    return ['title', 'ctrTitle'].includes(type)
      ? found.map(({ runs }) => ({ kind: 'heading', level: 2, runs }) as const)
      : found;
  });
}

type Paragraph = Extract<OfficeBlock, { kind: 'paragraph' }>;

const paragraphs = (place: XmlElement): readonly Paragraph[] =>
  descendantsOf(place, 'p').map((paragraph): Paragraph => {
    const runs = elementsOf(paragraph).flatMap(({ name, children, attributes }): readonly TextRun[] => {
      if (name === 'br') return [{ text: '\n' }];
      const element = { name, children, attributes };
      const text = name === 'r' || name === 'fld' ? elementText(childOf(element, 't')) : '';
      const bold = childOf(element, 'rPr')?.attributes['b'];
      return text === '' ? [] : [{ text, ...((bold === '1' || bold === 'true') && { isBold: true }) }];
    });
    const indent = Number(childOf(paragraph, 'pPr')?.attributes['lvl'] ?? 0);
    return { kind: 'paragraph', runs, indent };
  });
