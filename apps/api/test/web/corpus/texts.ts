import { type Case, namedCase, RUN } from './case.ts';

const text = (bytes: Buffer | string, says: string) =>
  ({ bytes: Buffer.from(bytes as string), outcome: 'text', says }) as const;
const hex = (digits: string, says: string) => ({ bytes: Buffer.from(digits, 'hex'), outcome: 'text', says }) as const;
const refused = (bytes: Buffer | string) => ({ bytes: Buffer.from(bytes as string), outcome: 'refused' }) as const;
const utf16be = (value: string): Buffer => Buffer.from(value, 'utf16le').swap16();

/** Texts of many encodings, and tables as programs write them. */
export const texts = (): readonly Case[] => [
  ...namedCase('txt', {
    'UTF-8 with a mark': text('\ufeffGröße', 'Größe'),
    'UTF-16 little endian': text(Buffer.from('\ufeffGröße', 'utf16le'), 'Größe'),
    'UTF-16 big endian': text(utf16be('\ufeffGröße'), 'Größe'),
    'UTF-16 without a mark': text(Buffer.from('Größe der Straße', 'utf16le'), 'Größe der Straße'),
    'Latin-1': text(Buffer.from('Die Größe der Straße', 'latin1'), 'Größe'),
    'Windows-1251': hex('c4eee3eee2eef020eaf3efebe82defF0eee4e0e6e8', 'Договор'),
    'KOI8-R': hex('e4cfc7cfd7cfd220cbd5d0ccc92dd0d2cfc4c1d6c9', 'Договор'),
    'Shift JIS': hex('82b182cc8c5f96f182cd93fa967b8cea82c58f9182a982ea82c482a282dc82b7', 'この契約'),
    'EUC-JP': hex('a4b3a4ceb7c0ccf3a4cfc6fccbdcb8eca4c7bdf1a4aba4eca4c6a4a4a4dea4b9', 'この契約'),
    'EUC-KR': hex('b0e8bee0bcadb4c220c7d1b1b9bef2b7ce20bfc0bef6bdc0b4cfb4d9', '계약서'),
    'GB 18030': hex('bacfcdacb5c4b9abcbbecac7d4dad6d0b9fab5c4', '合同的公司'),
    Big5: hex('a658acf9aabaa4bda571acb0a6b3ada4a5f3aaba', '合約的公司'),
    'line breaks of three kinds': text('one\rtwo\r\nthree\nfour', 'four'),
    'one line of two million signs': text('x'.repeat(2_000_000), 'xxx'),
    'two hundred thousand lines': text('line\n'.repeat(200_000), 'line'),
    'without a line break': text('no break', 'no break'),
    'signs that turn the direction': text('invoice\u202Egpj.exe', 'invoice'),
    emoji: text('👨‍👩‍👧‍👦 👍🏽 e\u0301', '👍🏽'),
    'signs of a terminal': text('\u001b[31mred\u001b[0m', 'red'),
    'markup with a script': text(`<img src=x onerror="${RUN}"><script>${RUN}</script>`, '<script>'),
    'a template of a page': text('{{constructor.constructor("alert(1)")()}} ${alert(1)}', '{{constructor'),
    empty: refused(''),
    'a program': refused(Buffer.concat([Buffer.from('MZ'), Buffer.alloc(3000, 1)])),
    zeros: refused(Buffer.alloc(3000)),
  }),
  ...namedCase('json', {
    'deeply nested': text(`${'['.repeat(50_000)}${']'.repeat(50_000)}`, '[[['),
    broken: text('{"a":', '{"a":'),
  }),
  ...namedCase('xml', {
    'entities that hold themselves': text('<!DOCTYPE a [<!ENTITY b "&b;&b;">]><a>&b;</a>', '&b;'),
    'a file of this machine': text(
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
      'file:///etc/passwd',
    ),
    'a style sheet': text(`<?xml-stylesheet href="https://evil.example/x.xsl"?><a>x</a>`, 'xml-stylesheet'),
  }),
  ...namedCase('md', {
    'with a picture': text(`# Title\n![x](https://evil.example/x.png)\n<script>${RUN}</script>`, '[Picture: x]'),
    'quotes without an end': refused('> '.repeat(5000)),
  }),
  ...namedCase('csv', {
    commas: text('a,b\n1,"x, y"\n', 'x, y'),
    semicolons: text('a;b\n1;"x; y"\n', 'x; y'),
    tabs: text('a\tb\n1\tx y\n', 'x y'),
    formulas: text("name,note\n=cmd|'/C calc'!A0,@SUM(A1)\n", "=cmd|'/C calc'!A0"),
    'markup with a script': text(`name,note\nx,<script>${RUN}</script>\n`, '<script>'),
    'a quote that is never closed': text(`a,b\n1,2\n"never,${'x,\n'.repeat(1000)}`, 'never'),
    'a hundred thousand rows': text(`a,b\n${'1,2\n'.repeat(100_000)}`, '100 000 rows'),
    'two thousand columns': text(`${'c,'.repeat(2000)}\n${'1,'.repeat(2000)}\n`, 'the first 300 of'),
    'rows of many lengths': text('a\n1,2,3\n4\n,,,,5\n', '5'),
    'UTF-16 with tabs': text(Buffer.from('\ufeffa\tb\nGröße\tx\n', 'utf16le'), 'Größe'),
    'Latin-1': text(Buffer.from('a;b\nStraße;x\n', 'latin1'), 'Straße'),
    empty: refused(''),
  }),
];
