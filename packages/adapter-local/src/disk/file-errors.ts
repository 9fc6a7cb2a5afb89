import { systemErrorCode, Unavailable } from '@strongroom/ports';

/** Turns errors of the file system into Unavailable. Any other error is a bug and stays as it is. */
export async function withFileErrors<T>(dependency: Unavailable['dependency'], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw systemErrorCode(error) === undefined ? error : new Unavailable(dependency, { cause: error });
  }
}
