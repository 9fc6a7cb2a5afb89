export * from './pkcs11-vault.ts';
export { type PinMemory, REFUSED_PINS_FILE } from './process/refused-pins.ts';
export { TokenUnfit } from './process/token-failure.ts';
