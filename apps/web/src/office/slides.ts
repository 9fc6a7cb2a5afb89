import type { Archive } from './archive.ts';
import { Charts } from './charts.ts';
import { diagramsOf } from './diagrams.ts';
import { type OfficeBlock, type PageShape, type PreviewResult, RefusedDocument, type SlideFrame } from './model.ts';
import { OmissionNotes, REMOTE_NOTE, SLIDES_NOTE } from './notes.ts';
import { Pictures } from './pictures.ts';
import { type Relations, relationsOf } from './relations.ts';
import { framesOf, type Slide } from './slide-frames.ts';
import { placeholderOf, type SlideMaster, SlideMasters } from './slide-masters.ts';
import { slideParagraphs } from './slide-text.ts';
import { childOf, descendantsOf, elementsOf, parseXml, type XmlElement } from './xml.ts';

const PRESENTATION = 'ppt/presentation.xml';
const WIDE = { width: 12_192_000, height: 6_858_000 };
/** Points of the width of a slide here. */
const WIDTH = 720;
/** Points of letters of a chart that names none. */
const CHART_LETTERS = 18;

/** Reads a presentation of PowerPoint (ECMA-376, part 1). Throws Refused. */
export function readSlides(archive: Archive): PreviewResult {
  const text = archive.text(PRESENTATION);
  if (text === undefined)
    throw new RefusedDocument('This is no presentation of PowerPoint, or it is damaged. Download it.');
  const notes = new OmissionNotes();
  notes.add(SLIDES_NOTE);
  notes.addPrograms(archive);
  const pictures = new Pictures(archive, notes);
  const charts = new Charts(archive, notes, CHART_LETTERS);
  const masters = new SlideMasters(archive);
  const backdrops = new Map<SlideMaster, readonly SlideFrame[]>();
  /** Shapes of layouts and masters that no slide fills, read once for all slides that have them. */
  const backdropOf = (master: SlideMaster, common: Omit<Slide, 'relations' | 'diagrams'>): readonly SlideFrame[] => {
    const known = backdrops.get(master);
    if (known !== undefined) return known;
    const found = master.layers.flatMap(({ tree, relations }) =>
      framesOf(withoutPlaceholders(childOf(tree, 'cSld', 'spTree')), { ...common, relations, diagrams: new Map() }),
    );
    backdrops.set(master, found);
    return found;
  };
  const presentation = parseXml(text);
  const size = sizeOf(presentation);
  const page: PageShape = { width: WIDTH, height: (WIDTH * size.height) / size.width, side: 0, top: 0 };
  const { inside } = relationsOf(archive, PRESENTATION);
  const slides = descendantsOf(presentation, 'sldId').map(({ attributes }, index): readonly OfficeBlock[] => {
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
    const master = masters.of(relations);
    const fill = master.backgroundOf(tree);
    const common = { size, pictures, charts, notes, master };
    const behind = ['0', 'false'].includes(tree.attributes['showMasterSp'] ?? '') ? [] : backdropOf(master, common);
    const own = { ...common, relations, diagrams: diagramsOf(archive, relations) };
    const frames = [...behind, ...framesOf(childOf(tree, 'cSld', 'spTree'), own)];
    return [
      {
        kind: 'slide',
        title: isHidden ? `${title} (hidden)` : title,
        height: size.height / size.width,
        frames,
        ...(fill !== undefined && { fill }),
      },
      ...speakerNotes(archive, relations),
    ];
  });
  return {
    kind: 'text',
    head: [],
    blocks: slides.flatMap((blocks, index) => (index === 0 ? blocks : [{ kind: 'break' } as const, ...blocks])),
    pages: slides.map(() => page),
    notes: notes.all,
  };
}

const withoutPlaceholders = (tree: XmlElement | undefined): XmlElement | undefined =>
  tree && { ...tree, children: elementsOf(tree).filter((shape) => placeholderOf(shape) === undefined) };

function sizeOf(presentation: XmlElement): Readonly<{ width: number; height: number }> {
  const { cx, cy } = childOf(presentation, 'sldSz')?.attributes ?? {};
  const [width, height] = [Number(cx), Number(cy)];
  return width > 0 && height > 0 && height < width * 4 && width < height * 8 ? { width, height } : WIDE;
}

function speakerNotes(archive: Archive, { types, inside }: Relations): readonly OfficeBlock[] {
  const [id] = [...types].find(([, type]) => type === 'notesSlide') ?? [];
  const text = id === undefined ? undefined : archive.text(inside.get(id) ?? '');
  if (text === undefined) return [];
  const body = descendantsOf(parseXml(text), 'sp').filter(
    (shape) => descendantsOf(shape, 'ph')[0]?.attributes['type'] === 'body',
  );
  const found = body.flatMap((shape) => slideParagraphs(shape)).filter(({ runs }) => runs.length > 0);
  return found.length === 0
    ? []
    : [{ kind: 'paragraph', runs: [{ text: 'Notes of the speaker', isBold: true }] }, ...found];
}
