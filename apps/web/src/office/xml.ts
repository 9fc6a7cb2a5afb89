import { SaxesParser } from 'saxes';
import { RefusedDocument } from './model.ts';

/** An element of XML by its local name. Attributes have their whole name, and their local one where it is the first of it. */
export type XmlElement = Readonly<{
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly (XmlElement | string)[];
}>;

const MAX_ELEMENTS = 3_000_000;
const DEEPEST = 300;

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The tree of an XML text. Entities of a document type are not expanded, and nothing is fetched. Throws Refused. */
export function parseXml(text: string): XmlElement {
  type Open = { name: string; attributes: Record<string, string>; children: (XmlElement | string)[] };
  const root: Open = { name: '', attributes: {}, children: [] };
  const open: Open[] = [root];
  let count = 0;
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', () => {
    throw new RefusedDocument('This document is damaged. Download it.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    count++;
    if (count > MAX_ELEMENTS || open.length > DEEPEST)
      throw new RefusedDocument('This document is too large to be shown. Download it.');
    const named: Record<string, string> = {};
    for (const [key, value] of Object.entries(attributes)) {
      named[localOf(key)] ??= value;
      named[key] = value;
    }
    open.push({ name: localOf(name), attributes: named, children: [] });
  });
  parser.on('text', (part) => open.at(-1)?.children.push(part));
  parser.on('cdata', (part) => open.at(-1)?.children.push(part));
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed !== undefined) open.at(-1)?.children.push(closed);
  });
  parser.write(text.replace(/^\uFEFF/, '')).close();
  const [element] = elementsOf(root);
  if (element === undefined) throw new RefusedDocument('This document is damaged. Download it.');
  return element;
}

export const elementsOf = ({ children }: Pick<XmlElement, 'children'>): readonly XmlElement[] =>
  children.filter((one) => typeof one !== 'string');

/** The first child of a name, and of a name below that, and so on. */
export function childOf(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let found = element;
  for (const name of path) found = found && elementsOf(found).find((one) => one.name === name);
  return found;
}

/** All elements of a name, at any depth, in their order. */
export function descendantsOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  if (element === undefined) return [];
  return elementsOf(element).flatMap((one) =>
    one.name === name ? [one, ...descendantsOf(one, name)] : descendantsOf(one, name),
  );
}

export const elementText = (element: XmlElement | undefined): string =>
  element === undefined
    ? ''
    : element.children.map((one) => (typeof one === 'string' ? one : elementText(one))).join('');
