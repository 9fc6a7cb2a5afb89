import { Unavailable } from '@strongroom/ports';
import { errorCode } from '../disk/error-code.ts';

/** Turns errors of the file system into Unavailable. Any other error is a bug and stays as it is. */
export async function serving<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw errorCode(error) === undefined ? error : new Unavailable('keys', { cause: error });
  }
}
