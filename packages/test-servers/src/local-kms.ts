import { type Environment, installedGoProgram } from './go-program.ts';

/** A server that speaks the protocol of AWS KMS; of github.com/nsmithuk, and not AWS. */
const LOCAL_KMS = {
  module: 'github.com/nsmithuk/local-kms',
  version: 'v0.0.0-20260228092603-2a5e92d09ab6',
  variable: 'LOCAL_KMS',
};

/** The path of the program. Rejects with a sentence if it cannot be compiled. */
export const localKmsProgram = (environment: Environment): Promise<string> =>
  installedGoProgram(LOCAL_KMS, environment);
