export * from '../index.ts';
export { commandUnwrapper, type UnwrapCommand } from './command-unwrapper.ts';
export { openLinkStream, openLinkToFile } from './links.ts';
export { pathInFolder } from './path-in-folder.ts';
export { type SaveOptions, Strongroom } from './strongroom.ts';
