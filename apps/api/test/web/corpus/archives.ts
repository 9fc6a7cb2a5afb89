import { type Case, namedCase, RUN } from './case.ts';
import { zip } from './offices.ts';

const LISTED = { 'Contract/Terms.txt': 'The terms', 'run.html': `<script>${RUN}</script>` };

/** Bytes of an archive, changed at the first entry of its directory. */
function changed(bytes: Buffer, change: (bytes: Buffer, entry: number) => void): Buffer {
  change(bytes, bytes.indexOf('PK\x01\x02'));
  return bytes;
}

const many = (count: number): Buffer =>
  zip(Object.fromEntries(Array.from({ length: count }, (_, row) => [`${row}.txt`, ''])));

/** Archives, which are listed by their directory alone. */
export const archives = (): readonly Case[] =>
  namedCase('zip', {
    'a few files': { bytes: zip(LISTED), outcome: 'text', says: 'Terms.txt' },
    'names that lead out of it': {
      bytes: zip({ '../../etc/passwd': '', 'C:\\Windows\\x\u202Efdp.exe': '' }),
      outcome: 'text',
      says: 'x_fdp.exe',
    },
    'a bomb': { bytes: zip({ 'zeros.txt': Buffer.alloc(300_000_000) }), outcome: 'text', says: 'Too large' },
    'behind a program': { bytes: Buffer.concat([Buffer.from('MZ'), zip(LISTED)]), outcome: 'text', says: 'Terms.txt' },
    encrypted: {
      bytes: changed(zip(LISTED), (bytes, entry) => bytes.writeUInt16LE(1, entry + 8)),
      outcome: 'refused',
      says: 'encrypted with a password',
    },
    'more than are listed': { bytes: many(10_001), outcome: 'refused', says: 'The first 10 000 of 10 001' },
    'of no files': { bytes: zip({}), outcome: 'refused', says: 'This archive is empty' },
    'without a list': { bytes: zip(LISTED).subarray(0, -40), outcome: 'refused', says: 'damaged or incomplete' },
    'with half a list': {
      bytes: changed(zip(LISTED), (bytes, entry) => bytes.fill(7, entry, entry + 4)),
      outcome: 'refused',
      says: '0 of 2 entries',
    },
    'that is no archive': { bytes: Buffer.from(RUN), outcome: 'refused', says: 'damaged or incomplete' },
  });
