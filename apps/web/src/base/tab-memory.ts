type TabMemory<T> = Readonly<{ keep: (value: T | undefined) => void; readKept: () => T | undefined }>;

/** A value of this tab only, kept over a reload. Without storage, as in some private windows, a reload loses it. */
export const tabMemory = <T>(place: string): TabMemory<T> => ({
  keep: (value) => {
    try {
      if (value === undefined) sessionStorage.removeItem(place);
      else sessionStorage.setItem(place, JSON.stringify(value));
    } catch {
      // The page works without.
    }
  },
  readKept: () => {
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the same page only
      return JSON.parse(sessionStorage.getItem(place) ?? '') as T;
    } catch {
      return undefined;
    }
  },
});
