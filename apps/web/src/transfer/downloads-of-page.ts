import { Downloads } from './downloads.ts';
import { downloadsShown } from './page.ts';

/** The downloads of this page. They end with the reads of the session. */
export const downloads = new Downloads(downloadsShown);
