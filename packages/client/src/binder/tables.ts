import type { Member } from '../generated/operations.ts';
import { csv } from './csv.ts';
import type { BoundFile } from './layout.ts';

/** A row of the index. Without `sha256` the file could not be read, for the reason of `failure`. */
export type BinderEntry = BoundFile & Readonly<{ sha256?: string | undefined; failure?: string | undefined }>;

/** Whether the room has index numbers. */
const areNumbered = (entries: readonly BinderEntry[]): boolean => entries.some(({ file }) => file.index !== null);

/** Index numbers are in it only where the room has them. */
export const binderIndex = (entries: readonly BinderEntry[]): string => {
  const isNumbered = areNumbered(entries);
  return csv([
    [
      ...(isNumbered ? ['index'] : []),
      'path',
      'folder in the room',
      'name in the room',
      'size',
      'sha256',
      'label',
      'uploaded',
      'changed',
      'id',
      'failure',
    ],
    ...entries.map(({ file, path, sha256 = '', failure = '' }) => [
      ...(isNumbered ? [file.index ?? ''] : []),
      path,
      file.folder,
      file.name,
      String(file.size),
      sha256,
      file.classification,
      file.uploaded_at,
      file.modified_at ?? '',
      file.id,
      failure,
    ]),
  ]);
};

export const binderMembers = (members: readonly Member[]): string =>
  csv([
    ['name', 'role', 'since', 'until', 'id'],
    ...members.map((member) => [
      member.name,
      member.role,
      member.created_at ?? '',
      member.expires_at ?? '',
      member.user_id,
    ]),
  ]);

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/gu, (sign) => ESCAPES[sign] ?? sign);
const addressOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

const rowOf = ({ file, path, failure }: BinderEntry, isNumbered: boolean): string => {
  const name = escaped(file.name);
  const link =
    failure === undefined ? `<a href="${escaped(addressOf(path))}">${name}</a>` : `${name} (${escaped(failure)})`;
  const number = isNumbered ? `<td>${escaped(file.index ?? '')}` : '';
  return `<tr>${number}<td>${escaped(file.folder)}<td>${link}<td>${escaped(String(file.size))}<td>${escaped(file.classification)}<td>${escaped(file.uploaded_at)}`;
};

/** The index as a page. It loads nothing and runs nothing. */
export const binderPage = (
  room: string,
  exportedAt: string,
  entries: readonly BinderEntry[],
): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escaped(room)}</title>
<style>body{font:15px/1.5 system-ui,sans-serif;margin:2rem;color-scheme:light dark}table{border-collapse:collapse}td,th{text-align:left;padding:.2rem 1.2rem .2rem 0;border-bottom:1px solid #8884}</style>
<h1>${escaped(room)}</h1>
<p>${entries.length} files, exported ${escaped(exportedAt)}. Verify this folder with <code>strongroom audit verify</code>.</p>
<table>
<tr>${areNumbered(entries) ? '<th>Index' : ''}<th>Folder<th>Name<th>Bytes<th>Label<th>Added
${entries.map((entry) => rowOf(entry, areNumbered(entries))).join('\n')}
</table>
</html>
`;
