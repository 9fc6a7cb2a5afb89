import { Unavailable } from '@strongroom/ports';
import { errorCode } from '../disk/error-code.ts';

/** Turns what the file system refuses into the error of the port. Anything else stays as it is: a bug. */
export async function serving<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw errorCode(error) === undefined ? error : new Unavailable('keys', { cause: error });
  }
}
