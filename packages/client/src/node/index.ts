import './needed-node.ts';

export * from '../index.ts';
export { commandUnwrapper, type UnwrapCommand } from './command-unwrapper.ts';
export { removeDeadParts } from './dead-parts.ts';
export { keyServiceUnwrapper } from './key-service.ts';
export { lineUnwrapper } from './line-unwrapper.ts';
export { openLinkStream, openLinkToFile } from './links.ts';
export type { DownloadedFile, DownloadManyOptions, FileToDownload } from './many-downloads.ts';
export type { FileToUpload, LocalFile, ManyOptions, UploadedFile } from './many-uploads.ts';
export { savePackageFile } from './packages.ts';
export { pathInFolder } from './path-in-folder.ts';
export { type SaveOptions, Strongroom } from './strongroom.ts';
export type { WholeFile } from './transfers.ts';
