import { forgetPerson as forget, personOf } from '../steps/people/forget-person.ts';
import type { Handler } from './handler.ts';

/** Completes the erasure of a person, and finds what requests wrote that were running at the time. */
export const forgetPerson: Handler<'forget-person'> = async (deps, { sealed }, lease) => {
  const person = personOf(deps, sealed);
  if (person !== undefined) await forget(deps, person, lease.renew);
  return undefined;
};
