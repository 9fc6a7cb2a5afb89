/** Whether work is refused, by any error: under a test runner the class of Node's own errors may differ from a test's. */
export const isRefused = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  );
