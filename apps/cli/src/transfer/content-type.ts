import { extname } from 'node:path';
import { lookup } from 'mime-types';

/** The media type registered for the extension of a file name. The content is not examined. */
export const contentTypeOf = (name: string): string => lookup(extname(name)) || 'application/octet-stream';
