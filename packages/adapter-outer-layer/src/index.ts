export type { OuterHash } from './format.ts';
export * from './outer-key.ts';
export * from './outer-layer.ts';
