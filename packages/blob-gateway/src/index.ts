export * from './byte-range.ts';
export * from './content.ts';
export * from './gateway-options.ts';
export * from './signed-addresses.ts';
export * from './until.ts';
export * from './uploads-under-way.ts';
