import type { CodeSplittingGroup, OutputChunk } from 'rolldown';

/** Characters of a file that a program loads. V8 keeps the memory that it needs to parse the largest, 12 MB for one of 2.2 MB. */
export const MAX_PART = 400_000;

type Chunk = Pick<OutputChunk, 'name' | 'code' | 'moduleIds'> &
  Readonly<{ modules: Readonly<Record<string, Readonly<{ renderedLength: number }>>> }>;

/**
 * Divides large chunks into parts of about the same size. Each is a run of modules in the order in which they are evaluated, so
 * no part needs a later one.
 */
export function partsOf(chunks: readonly Chunk[], max: number = MAX_PART): CodeSplittingGroup[] {
  const large = chunks.filter(({ code }) => code.length > max);
  const parts = large.flatMap(({ name, code, moduleIds, modules }) => {
    const number = Math.ceil(code.length / max);
    const lengthOf = (id: string): number => modules[id]?.renderedLength ?? 0;
    const whole = moduleIds.reduce((sum, id) => sum + lengthOf(id), 0);
    const runs = Array.from({ length: number }, () => new Set<string>());
    let before = 0;
    for (const id of moduleIds) {
      runs[Math.floor((before / whole) * number)]?.add(id);
      before += lengthOf(id);
    }
    return runs.map((run) => ({ name, test: (id: string) => run.has(id) }));
  });
  return parts.map((part, index) => ({
    ...part,
    priority: parts.length - index,
    // Modules of other chunks stay where they are.
    includeDependenciesRecursively: false,
  }));
}
