import type { OfficeBlock, PageShape, SlideFrame } from './model.ts';
import { type OpenStyles, pointsOf } from './open-styles.ts';
import type { OpenTexts } from './open-text.ts';
import type { LetterLook } from './word-styles.ts';
import { childOf, descendantsOf, elementsOf, type XmlElement } from './xml.ts';

/** Points of the width of a slide here, and of letters that name no size. */
const WIDTH = 720;
const USUAL_SIZE = 18;
const WIDE: PageShape = { width: 794, height: 446, side: 0, top: 0 };
/** Parts of each slide that say nothing of it. */
const OF_EACH: readonly string[] = ['date-time', 'footer', 'header', 'page-number', 'page', 'notes'];
const SHAPES: readonly string[] = ['frame', 'custom-shape', 'rect', 'ellipse', 'circle', 'polygon', 'path'];

type Size = Readonly<{ width: number; height: number }>;

/** The slides of a presentation in OpenDocument (ISO/IEC 26300, 10), with breaks between them. */
export class OpenSlides {
  readonly #styles: OpenStyles;
  readonly #texts: OpenTexts;

  constructor(styles: OpenStyles, texts: OpenTexts) {
    this.#styles = styles;
    this.#texts = texts;
  }

  read(body: XmlElement | undefined): Readonly<{ blocks: readonly OfficeBlock[]; pages: readonly PageShape[] }> {
    const slides = descendantsOf(body, 'page').map((page, index) => this.#slide(page, index + 1));
    return {
      blocks: slides.flatMap(({ blocks }, index) => (index === 0 ? blocks : [{ kind: 'break' } as const, ...blocks])),
      pages: slides.map(({ size }) => ({ width: WIDTH, height: (WIDTH * size.height) / size.width, side: 0, top: 0 })),
    };
  }

  #slide(page: XmlElement, number: number): Readonly<{ blocks: readonly OfficeBlock[]; size: Size }> {
    const size = this.#styles.pageOf(page.attributes['master-page-name'], WIDE);
    const fill = this.#styles.backgroundOf(page);
    const { isHidden = false } = this.#styles.styleOf('drawing-page', page.attributes['style-name']);
    const slide: OfficeBlock = {
      kind: 'slide',
      title: `Slide ${number}${isHidden ? ' (hidden)' : ''}`,
      height: size.height / size.width,
      frames: this.#frames(page, size),
      ...(fill !== undefined && { fill }),
    };
    return { blocks: [slide, ...this.#notes(page)], size };
  }

  #frames(place: XmlElement, size: Size): readonly SlideFrame[] {
    return elementsOf(place).flatMap((shape): readonly SlideFrame[] => {
      if (shape.name === 'g') return this.#frames(shape, size);
      const kind = shape.attributes['class'] ?? '';
      if (!SHAPES.includes(shape.name) || OF_EACH.includes(kind)) return [];
      const { 'presentation:style-name': ofPresentation, 'draw:style-name': ofDrawing } = shape.attributes;
      const family = ofPresentation === undefined ? 'graphic' : 'presentation';
      const name = ofPresentation ?? ofDrawing;
      const { letters, fill, anchor, color } = this.#styles.styleOf(family, name);
      const base: LetterLook = { ...letters, size: letters.size ?? USUAL_SIZE };
      const outline = /^(.*outline)1$/.exec(this.#styles.parentOf(family, name) ?? '')?.[1];
      const blocks = this.#blocks(shape, kind, base, outline);
      const box = boxOf(shape, size);
      if (blocks.length === 0 && (fill === undefined || box === undefined)) return [];
      return [
        {
          blocks: color === undefined ? blocks : blocks.map((block) => inked(block, color)),
          size: (base.size ?? USUAL_SIZE) / size.width,
          ...(box !== undefined && { box }),
          ...(fill !== undefined && { fill }),
          ...(anchor !== undefined && { anchor }),
        },
      ];
    });
  }

  /** `outline`: the beginning of the names of the styles of its levels. */
  #blocks(shape: XmlElement, kind: string, letters: LetterLook, outline: string | undefined): readonly OfficeBlock[] {
    const lettersOf = (level: number): LetterLook =>
      outline === undefined || level < 2 ? {} : this.#styles.styleOf('presentation', `${outline}${level}`).letters;
    const table = childOf(shape, 'table');
    const place = table === undefined ? (childOf(shape, 'text-box') ?? shape) : { ...shape, children: [table] };
    const pictures = elementsOf(shape).filter(({ name }) => name === 'image');
    // Of several forms of one picture the first one is meant.
    const [picture] = table === undefined ? pictures : [];
    if (picture !== undefined) return this.#texts.picture(picture);
    const found = this.#texts
      .blocks(place, { letters, lettersOf })
      .filter((block) => block.kind !== 'paragraph' || block.runs.length > 0);
    return kind !== 'title'
      ? found
      : found.map((block) =>
          block.kind === 'paragraph'
            ? {
                kind: 'heading',
                level: 1,
                runs: block.runs,
                size: block.size ?? 1,
                ...(block.align && { align: block.align }),
              }
            : block,
        );
  }

  #notes(page: XmlElement): readonly OfficeBlock[] {
    const boxes = descendantsOf(childOf(page, 'notes'), 'text-box');
    const found = boxes
      .flatMap((box) => this.#texts.blocks(box, { letters: {} }))
      .filter((block) => block.kind === 'paragraph' && block.runs.length > 0);
    return found.length === 0
      ? []
      : [{ kind: 'paragraph', runs: [{ text: 'Notes of the speaker', isBold: true }] }, ...found];
  }
}

function boxOf({ attributes }: XmlElement, size: Size): SlideFrame['box'] {
  const [left, top] = [pointsOf(attributes['x']), pointsOf(attributes['y'])];
  const [width, height] = [pointsOf(attributes['width']), pointsOf(attributes['height'])];
  if (left === undefined || top === undefined || width === undefined || height === undefined) return undefined;
  return {
    left: left / size.width,
    top: top / size.height,
    width: width / size.width,
    height: height / size.height,
  };
}

/** Texts in the color of their shape, where they name none. */
const inked = (block: OfficeBlock, ink: string): OfficeBlock =>
  block.kind === 'paragraph' || block.kind === 'heading'
    ? { ...block, runs: block.runs.map((run) => ({ ink, ...run })) }
    : block;
