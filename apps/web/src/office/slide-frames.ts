import { type Charts, chartIn } from './charts.ts';
import { diagramIn } from './diagrams.ts';
import type { OfficeBlock, SlideFrame } from './model.ts';
import { type OmissionNotes, REMOTE_NOTE } from './notes.ts';
import type { Pictures } from './pictures.ts';
import type { Relations } from './relations.ts';
import { formOf, lookOfShape } from './slide-forms.ts';
import { placeholderOf, type SlideMaster } from './slide-masters.ts';
import { slideTable } from './slide-table.ts';
import { type SlideLooks, slideParagraphs } from './slide-text.ts';
import { childOf, descendantsOf, elementsOf, type XmlElement } from './xml.ts';

type Size = Readonly<{ width: number; height: number }>;
type Box = Readonly<{ left: number; top: number; width: number; height: number }>;
type Place = (box: Box) => Box;

export type Slide = Readonly<{
  size: Size;
  relations: Relations;
  pictures: Pictures;
  charts: Charts;
  /** Drawings of diagrams, by the relations of their data. */
  diagrams: ReadonlyMap<string, XmlElement>;
  notes: OmissionNotes;
  master: SlideMaster;
}>;

/** English Metric Units of a point. */
const POINT = 12_700;
const TITLES: readonly string[] = ['title', 'ctrTitle'];
/** Parts of each slide that say nothing of it. */
const OF_EACH: readonly string[] = ['dt', 'ftr', 'sldNum'];

function boxOf(transform: XmlElement | undefined, offset = 'off', extent = 'ext'): Box | undefined {
  const { x, y } = childOf(transform, offset)?.attributes ?? {};
  const { cx, cy } = childOf(transform, extent)?.attributes ?? {};
  const box = { left: Number(x), top: Number(y), width: Number(cx), height: Number(cy) };
  return Object.values(box).every(Number.isFinite) && box.width >= 0 && box.height >= 0 ? box : undefined;
}

/** The shapes of a slide in their places, as parts of its width and height. */
export function framesOf(tree: XmlElement | undefined, slide: Slide): readonly SlideFrame[] {
  return shapesIn(tree, slide, (box) => ({
    left: box.left / slide.size.width,
    top: box.top / slide.size.height,
    width: box.width / slide.size.width,
    height: box.height / slide.size.height,
  }));
}

function shapesIn(tree: XmlElement | undefined, slide: Slide, place: Place): readonly SlideFrame[] {
  return elementsOf(tree ?? { children: [] }).flatMap((shape): readonly SlideFrame[] => {
    if (shape.name === 'AlternateContent') return shapesIn(childOf(shape, 'Choice'), slide, place);
    if (shape.name === 'grpSp') return shapesIn(shape, slide, groupPlace(shape, place));
    const diagram = diagramIn(shape, slide.diagrams);
    if (diagram !== undefined) return shapesIn(diagram, slide, diagramPlace(shape, place));
    const key = placeholderOf(shape);
    if (key !== undefined && OF_EACH.includes(key.type)) return [];
    const above = key === undefined ? [] : slide.master.shapesFor(key);
    const own = [shape, ...above].map((one) => boxOf(childOf(one, 'spPr', 'xfrm') ?? childOf(one, 'xfrm')));
    const box = own.find((one) => one !== undefined);
    const size = slide.master.sizeOf(0, key, [shape, ...above]);
    const { colors } = slide.master;
    const isForm = shape.name === 'sp' || shape.name === 'cxnSp';
    const look = isForm ? lookOfShape(shape, colors) : undefined;
    const form = look && box && formOf(shape, look, { width: box.width / POINT, height: box.height / POINT });
    const fill = form === undefined ? look?.fill : undefined;
    const ink = isForm ? colors.within(childOf(shape, 'style', 'fontRef')) : undefined;
    const turn = Number(childOf(shape, 'spPr', 'xfrm')?.attributes['rot'] ?? 0) / 60_000;
    const looks: SlideLooks = {
      sizeOf: (level) => slide.master.sizeOf(level, key, [shape, ...above]),
      alignOf: (level) => slide.master.alignOf(level, key, [shape, ...above]),
      colorOf: (properties) => slide.master.colorOf(properties),
      hasBullets: key !== undefined && ['', 'body', 'obj'].includes(key.type),
    };
    const blocks = chartOf(shape, slide, box) ?? blocksOf(shape, slide, looks, key?.type ?? '');
    if (blocks.length === 0 && form === undefined && (fill === undefined || box === undefined)) return [];
    const anchor = [shape, ...above]
      .map((one) => childOf(one, 'txBody', 'bodyPr')?.attributes['anchor'])
      .find((one) => one !== undefined);
    return [
      {
        blocks,
        size: (size * POINT) / slide.size.width,
        ...(box !== undefined && {
          box: place(
            form === undefined
              ? box
              : { ...box, width: Math.max(box.width, POINT), height: Math.max(box.height, POINT) },
          ),
        }),
        ...(fill !== undefined && { fill }),
        ...(form !== undefined && { form }),
        ...(ink !== undefined && { ink }),
        ...(turn !== 0 && Number.isFinite(turn) && { turn }),
        ...(anchor === 'ctr' && { anchor: 'middle' as const }),
        ...(anchor === 'b' && { anchor: 'end' as const }),
      },
    ];
  });
}

/** The place of a diagram is that of its frame: its shapes begin at its corner. */
function diagramPlace(frame: XmlElement, place: Place): Place {
  const { left = 0, top = 0 } = boxOf(childOf(frame, 'xfrm')) ?? {};
  return (box) => place({ ...box, left: box.left + left, top: box.top + top });
}

/** Points of a chart whose frame has no size. */
const USUAL_CHART = { width: 400, height: 250 };

function chartOf(
  shape: XmlElement,
  { relations, charts, master }: Slide,
  box: Box | undefined,
): readonly OfficeBlock[] | undefined {
  const id = chartIn(shape);
  if (id === undefined) return undefined;
  const place =
    box !== undefined && box.width > 0 && box.height > 0
      ? { width: box.width / POINT, height: box.height / POINT }
      : USUAL_CHART;
  return [{ kind: 'chart', chart: charts.read(relations.inside.get(id), master.colors), ...place }];
}

function groupPlace(group: XmlElement, place: Place): Place {
  const transform = childOf(group, 'grpSpPr', 'xfrm');
  const outer = boxOf(transform);
  const inner = boxOf(transform, 'chOff', 'chExt');
  if (outer === undefined || inner === undefined || inner.width === 0 || inner.height === 0) return place;
  const [across, down] = [outer.width / inner.width, outer.height / inner.height];
  return ({ left, top, width, height }) =>
    place({
      left: outer.left + (left - inner.left) * across,
      top: outer.top + (top - inner.top) * down,
      width: width * across,
      height: height * down,
    });
}

function blocksOf(shape: XmlElement, slide: Slide, looks: SlideLooks, type: string): readonly OfficeBlock[] {
  const { relations, pictures, notes } = slide;
  if (shape.name === 'pic')
    return descendantsOf(shape, 'blip').flatMap(({ attributes }) => {
      if (attributes['link'] !== undefined) notes.add(REMOTE_NOTE);
      const id = attributes['embed'];
      return id === undefined ? [] : pictures.blocks(relations.inside.get(id));
    });
  const table = descendantsOf(shape, 'tbl')[0];
  if (table !== undefined) return [slideTable(table, looks, slide.master.colors)];
  const found = slideParagraphs(shape, looks).filter(({ runs }) => runs.length > 0);
  return TITLES.includes(type)
    ? found.map(({ runs, align }) => ({ kind: 'heading', level: 1, runs, size: 1, ...(align && { align }) }) as const)
    : found;
}
