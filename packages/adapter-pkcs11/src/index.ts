export * from './pkcs11-vault.ts';
export { TokenDoesNotFit } from './process/token-failure.ts';
