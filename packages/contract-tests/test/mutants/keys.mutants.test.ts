import { keyVaultPromises, registerMutants } from '../../src/index.ts';
import { keyDestroyingMutants } from './key-destroying-mutants.ts';
import { keyWrappingMutants } from './key-wrapping-mutants.ts';

registerMutants('key vault', keyVaultPromises, [...keyWrappingMutants, ...keyDestroyingMutants]);
