export * from './cloud-kms.ts';
export { KeyRingUnfit } from './fitness.ts';
export * from './kms-client.ts';
