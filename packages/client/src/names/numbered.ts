type Numbered = Readonly<{ index: string | null }>;
type Placed = Numbered & Readonly<{ name: string; folder: string }>;

/** A name with its index in front of it. One that begins with its own number is left as it is. */
export function numberedName(index: string | null, name: string): string {
  if (index === null) return name;
  const own = index.slice(index.lastIndexOf('.') + 1);
  const isNumbered = [index, own].some(
    (number) => name.startsWith(number) && !/^\.?\d/u.test(name.slice(number.length)),
  );
  return isNumbered ? name : `${index} ${name}`;
}

/** A file with index numbers in the names of its folders and in its own; the same file in a room without numbers. */
export function withNumbers<F extends Placed>(file: F): F {
  const { index, folder, name } = file;
  if (index === null) return file;
  const numbers = index.split('.');
  const numbered = (folder === '' ? [] : folder.split('/')).map((one, level) =>
    numberedName(numbers.slice(0, level + 1).join('.'), one),
  );
  return { ...file, folder: numbered.join('/'), name: numberedName(index, name) };
}

/** Compares by index numbers, 2 before 10. Things without a number are last, and equal. */
export function byIndex({ index: one }: Numbered, { index: other }: Numbered): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const [mine, theirs] = [one, other].map((index) => index.split('.').map(Number));
  for (const [level, number] of (mine ?? []).entries()) {
    const difference = number - (theirs?.[level] ?? -1);
    if (difference !== 0) return difference;
  }
  return (mine?.length ?? 0) - (theirs?.length ?? 0);
}
