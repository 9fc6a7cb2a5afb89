import { archives } from './archives.ts';
import { type Case, RUN } from './case.ts';
import { images } from './images.ts';
import { offices } from './offices.ts';
import { pdfs } from './pdfs.ts';
import { texts } from './texts.ts';

const ENDS = ['svg', 'html', 'xhtml', 'js', 'exe', 'swf', '7z', 'doc', 'xls', 'ppt', 'tiff', 'dwg', 'mp4'];

/** Files that have no preview, whatever is in them. */
const others = (): readonly Case[] =>
  ENDS.map((end) => ({
    name: `no preview.${end}`,
    bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"><script>${RUN}</script></svg>`),
    outcome: 'download only',
    says: 'Download only',
  }));

/** Odd and hostile files, all of our own making: each is shown, or refused with a reason. */
export const corpus = (): readonly Case[] => [
  ...pdfs(),
  ...images(),
  ...texts(),
  ...offices(),
  ...archives(),
  ...others(),
];
