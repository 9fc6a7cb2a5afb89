import type { Archive } from './archive.ts';
import { DrawingColors } from './drawing-colors.ts';
import { type Relations, relationsOf } from './relations.ts';
import { childOf, descendantsOf, parseXml, type XmlElement } from './xml.ts';

/** Kinds of places that are of another kind in a master. */
const LIKE: Readonly<Record<string, string>> = { ctrTitle: 'title', subTitle: 'body', '': 'body', obj: 'body' };
const USUAL_SIZE = 18;

type Key = Readonly<{ type: string; index: string | undefined }>;

/** A part with the relations that lead from it. */
export type Layer = Readonly<{ tree: XmlElement; relations: Relations }>;

export const placeholderOf = (shape: XmlElement): Key | undefined => {
  const place = descendantsOf(shape, 'ph')[0];
  return place && { type: place.attributes['type'] ?? '', index: place.attributes['idx'] };
};

/** The layout and the master of a slide: places, sizes and colors of what the slide does not say itself. */
export class SlideMaster {
  readonly #layout: XmlElement | undefined;
  readonly #master: XmlElement | undefined;
  readonly colors: DrawingColors;
  /** Parts whose shapes lie behind those of a slide. */
  readonly layers: readonly Layer[];

  constructor(layout: Layer | undefined, master: Layer | undefined, theme: XmlElement | undefined) {
    this.#layout = layout?.tree;
    this.#master = master?.tree;
    const isAlone = ['0', 'false'].includes(layout?.tree.attributes['showMasterSp'] ?? '');
    this.layers = [isAlone ? undefined : master, layout].filter((one) => one !== undefined);
    this.colors = new DrawingColors(theme);
  }

  /** The color of a solid fill. */
  colorOf(properties: XmlElement | undefined): string | undefined {
    return this.colors.solid(properties);
  }

  backgroundOf(slide: XmlElement): string | undefined {
    for (const tree of [slide, this.#layout, this.#master]) {
      const background = childOf(tree, 'cSld', 'bg');
      if (background !== undefined) return this.colorOf(childOf(background, 'bgPr'));
    }
    return undefined;
  }

  /** The shapes of a layout and a master that a shape of a slide fills. */
  shapesFor({ type, index }: Key): readonly XmlElement[] {
    const shapes = (tree: XmlElement | undefined): readonly (readonly [XmlElement, Key])[] =>
      descendantsOf(childOf(tree, 'cSld', 'spTree'), 'sp').flatMap((shape) => {
        const key = placeholderOf(shape);
        return key === undefined ? [] : [[shape, key] as const];
      });
    const like = LIKE[type] ?? type;
    const ofLayout = shapes(this.#layout);
    const inLayout =
      ofLayout.find(([, key]) => index !== undefined && key.index === index) ??
      ofLayout.find(([, key]) => key.type === type);
    const inMaster = shapes(this.#master).find(([, key]) => (LIKE[key.type] ?? key.type) === like);
    return [inLayout?.[0], inMaster?.[0]].filter((one) => one !== undefined);
  }

  /** Points of the letters of a level, from 0. */
  sizeOf(level: number, key: Key | undefined, shapes: readonly XmlElement[]): number {
    const sizes = this.#levels(level, key, shapes).map(
      (properties) => Number(childOf(properties, 'defRPr')?.attributes['sz']) / 100,
    );
    return sizes.find((size) => size > 0) ?? USUAL_SIZE;
  }

  /** The alignment of a level, as the format names it. */
  alignOf(level: number, key: Key | undefined, shapes: readonly XmlElement[]): string | undefined {
    return this.#levels(level, key, shapes)
      .map(({ attributes }) => attributes['algn'])
      .find((align) => align !== undefined);
  }

  /** The properties of a level: the shape's own, then those of its layout, its master and the style of the master. */
  #levels(level: number, key: Key | undefined, shapes: readonly XmlElement[]): readonly XmlElement[] {
    const style = key === undefined ? undefined : childOf(this.#master, 'txStyles', this.#styleOf(key));
    return [...shapes.map((shape) => childOf(shape, 'txBody', 'lstStyle')), style]
      .map((list) => childOf(list, `lvl${level + 1}pPr`))
      .filter((properties) => properties !== undefined);
  }

  #styleOf({ type }: Key): string {
    const like = LIKE[type] ?? type;
    return like === 'title' ? 'titleStyle' : like === 'body' ? 'bodyStyle' : 'otherStyle';
  }
}

/** The masters of a presentation, each read once. */
export class SlideMasters {
  readonly #archive: Archive;
  readonly #read = new Map<string, SlideMaster>();

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  of(slide: Relations): SlideMaster {
    const layout = pathOf(slide, 'slideLayout');
    const known = this.#read.get(layout ?? '');
    if (known !== undefined) return known;
    const ofLayout = this.#layer(layout);
    const ofMaster = this.#layer(ofLayout && pathOf(ofLayout.relations, 'slideMaster'));
    const theme = this.#layer(ofMaster && pathOf(ofMaster.relations, 'theme'));
    const read = new SlideMaster(ofLayout, ofMaster, theme?.tree);
    this.#read.set(layout ?? '', read);
    return read;
  }

  #layer(path: string | undefined): Layer | undefined {
    const text = path === undefined ? undefined : this.#archive.text(path);
    return path === undefined || text === undefined
      ? undefined
      : { tree: parseXml(text), relations: relationsOf(this.#archive, path) };
  }
}

function pathOf({ types, inside }: Relations, wanted: string): string | undefined {
  const [id] = [...types].find(([, type]) => type === wanted) ?? [];
  return id === undefined ? undefined : inside.get(id);
}
