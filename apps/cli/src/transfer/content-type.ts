import { extname } from 'node:path';
import { lookup } from 'mime-types';

/** The media type registered for the extension of a file name. Does not examine the content. */
export const contentTypeOf = (name: string): string => lookup(extname(name)) || 'application/octet-stream';
