import { join } from 'node:path';
import { type Environment, ownGoProgram } from './go-program.ts';

/** Optimising 650 packages takes three times as long as the tests need them. */
const UNOPTIMISED = "-buildvcs=false '-gcflags=all=-N -l'";

/**
 * The path of a server with the Transit engine of Vault, on memory; TRANSIT_ENGINE names one that is there. Its first compilation
 * takes about ten minutes. Rejects with a sentence if it cannot be compiled.
 */
export async function transitEngine(environment: Environment): Promise<string> {
  const given = environment.TRANSIT_ENGINE;
  if (given !== undefined && given !== '') return given;
  return ownGoProgram(join(import.meta.dirname, 'transit-engine'), { ...environment, GOFLAGS: UNOPTIMISED });
}
