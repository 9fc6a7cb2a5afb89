/** An extension, with up to eight letters of the name before it: two versions of a document differ there. */
const END = /^(.+?)([\x21-\x7e]{0,8}\.[^\s.]{1,10})$/su;

/** The start of a file's name, which may be cut off, and its end, which may not. The end is empty without an extension. */
export function splitName(name: string): readonly [start: string, end: string] {
  const [, start = name, end = ''] = END.exec(name) ?? [];
  return [start, end];
}

/** A name without its extension. */
export const stemOf = (name: string): string => /^(.+)\.[^.]+$/.exec(name)?.[1] ?? name;
