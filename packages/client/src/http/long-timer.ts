/** Maximum of a timer of Node and of browsers, in milliseconds: a longer one fires at once. */
const LONGEST = 2 ** 31 - 1;

/** Calls `ring` after a time of any length, unless the returned function is called before. */
export function afterAnyTime(milliseconds: number, ring: () => void): () => void {
  let left = milliseconds;
  let timer: ReturnType<typeof setTimeout>;
  const next = (): void => {
    const some = Math.min(left, LONGEST);
    left -= some;
    timer = setTimeout(left > 0 ? next : ring, some);
  };
  next();
  return () => clearTimeout(timer);
}
