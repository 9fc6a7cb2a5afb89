/** A wish of a person that a view fulfils in its own way. */
export type ViewerCommand =
  | 'next page'
  | 'previous page'
  | 'first page'
  | 'last page'
  | 'next file'
  | 'previous file'
  | 'larger'
  | 'smaller'
  | 'whole page'
  | 'real size'
  | 'width'
  | 'find'
  | 'find next'
  | 'find previous'
  | 'page field'
  | 'turn'
  | 'print'
  | 'full screen';

type Press = Readonly<{ key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }>;

/** Keys of Acrobat. */
const WITH_CONTROL: Readonly<Record<string, ViewerCommand>> = {
  '=': 'larger',
  '+': 'larger',
  '-': 'smaller',
  '0': 'whole page',
  '1': 'real size',
  '2': 'width',
  f: 'find',
  g: 'find next',
  p: 'print',
};
const WITH_CONTROL_AND_SHIFT: Readonly<Record<string, ViewerCommand>> = {
  '+': 'larger',
  n: 'page field',
  g: 'find previous',
  '=': 'larger',
};
const ALONE: Readonly<Record<string, ViewerCommand>> = {
  ArrowLeft: 'previous page',
  ArrowRight: 'next page',
  Home: 'first page',
  End: 'last page',
  '+': 'larger',
  '=': 'larger',
  '-': 'smaller',
  n: 'next file',
  p: 'previous file',
  f: 'full screen',
  r: 'turn',
  '/': 'find',
  F3: 'find next',
};

/** The command of a key; none for keys that scroll, type or belong to the browser. `isTyping`: a field has the focus. */
export function commandOf(
  { key, ctrlKey, metaKey, shiftKey, altKey }: Press,
  isTyping: boolean,
): ViewerCommand | undefined {
  if (altKey) return undefined;
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (ctrlKey || metaKey) return (shiftKey ? WITH_CONTROL_AND_SHIFT : WITH_CONTROL)[name];
  if (name === 'F3') return shiftKey ? 'find previous' : 'find next';
  return isTyping ? undefined : ALONE[name];
}
