import './needed-node.ts';

export * from '../index.ts';
export { commandUnwrapper, type UnwrapCommand } from './command-unwrapper.ts';
export type { DownloadedFile, DownloadManyOptions, FileToDownload } from './download-files.ts';
export { lineUnwrapper } from './line-unwrapper.ts';
export { openLinkStream, openLinkToFile } from './links.ts';
export { pathInFolder } from './path-in-folder.ts';
export { type SaveOptions, Strongroom } from './strongroom.ts';
export type { ManyOptions, UploadedFile } from './upload-files.ts';
export type { FileOfGroup, FileToUpload, UploadGroup } from './upload-group.ts';
export type { GroupOptions, UploadOfGroup } from './upload-groups.ts';
