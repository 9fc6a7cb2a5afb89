import type { Archive } from './archive.ts';
import { elementsOf, parseXml } from './xml.ts';

export type Relations = Readonly<{
  /** Paths of parts within the archive, by the ids of relations. */
  inside: ReadonlyMap<string, string>;
  /** Types of relations, by id. */
  types: ReadonlyMap<string, string>;
  /** The number of those that lead out of the archive. Their addresses are never used. */
  outside: number;
}>;

/** The path of a target that is relative to a part. */
export function resolveTarget(part: string, target: string): string {
  const parts = target.startsWith('/') ? [] : part.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.' && step !== '') parts.push(step);
  }
  return parts.join('/');
}

/** The relations of a part of an Office document (ECMA-376, part 2). */
export function relationsOf(archive: Archive, part: string): Relations {
  const slash = part.lastIndexOf('/') + 1;
  const text = archive.text(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`);
  const inside = new Map<string, string>();
  const types = new Map<string, string>();
  let outside = 0;
  for (const { attributes } of text === undefined ? [] : elementsOf(parseXml(text))) {
    const { Id: id = '', Target: target = '', TargetMode: mode, Type: type = '' } = attributes;
    types.set(id, type.slice(type.lastIndexOf('/') + 1));
    if (mode === 'External') outside++;
    else inside.set(id, resolveTarget(part, target));
  }
  return { inside, types, outside };
}
