import { ModuleUnfit } from './module-unfit.ts';

/** The result of work, or ModuleUnfit after `milliseconds`. The timer keeps the process alive until then. */
export async function withTimeLimit<T>(work: Promise<T>, milliseconds: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new ModuleUnfit(`does not answer: its ${what} took more than ${milliseconds / 1000} s`)),
      milliseconds,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
