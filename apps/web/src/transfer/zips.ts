import { zipsShown } from './page.ts';
import { ZipDownloads } from './zip-downloads.ts';

/** The zips of this page. They end with the reads of the session. */
export const zipDownloads = new ZipDownloads(zipsShown);
