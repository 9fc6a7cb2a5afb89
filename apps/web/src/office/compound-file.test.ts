import { describe, expect, test } from '@jest/globals';
import { readCompound } from './compound-file.ts';
import { makePreview } from './make-preview.ts';

const SECTOR = 512;
const END = 0xffff_fffe;
const FREE = 0xffff_ffff;

type Node = Readonly<{
  name: string;
  type: 1 | 2 | 5;
  child?: number;
  right?: number;
  content?: Uint8Array;
  /** Names the sectors of the node before, in place of its own. */
  isShared?: boolean;
}>;

/** A compound file with each stream in sectors of its own: streams are padded beyond the size of small ones. */
function compound(nodes: readonly Node[]): Uint8Array<ArrayBuffer> {
  const sectors: Uint8Array[] = [];
  const table: number[] = [];
  const store = (content: Uint8Array): number => {
    const start = sectors.length;
    for (let at = 0; at < content.length; at += SECTOR) {
      const sector = new Uint8Array(SECTOR);
      sector.set(content.subarray(at, at + SECTOR));
      sectors.push(sector);
      table.push(at + SECTOR < content.length ? sectors.length : END);
    }
    return start;
  };
  const directory = new Uint8Array(Math.ceil(nodes.length / 4) * SECTOR);
  const view = new DataView(directory.buffer);
  let begins = END;
  for (const [index, node] of nodes.entries()) {
    const { name, type, child = FREE, right = FREE, content = new Uint8Array(), isShared = false } = node;
    const at = index * 128;
    if (content.length > 0 && !isShared) begins = store(content);
    for (let sign = 0; sign < name.length; sign++) view.setUint16(at + 2 * sign, name.charCodeAt(sign), true);
    view.setUint16(at + 64, 2 * name.length + 2, true);
    view.setUint8(at + 66, type);
    view.setUint32(at + 68, FREE, true);
    view.setUint32(at + 72, right, true);
    view.setUint32(at + 76, child, true);
    view.setUint32(at + 116, content.length === 0 ? END : begins, true);
    view.setUint32(at + 120, content.length, true);
  }
  const start = store(directory);
  const tableAt = sectors.length;
  const fat = new Uint8Array(SECTOR).fill(255);
  const fatView = new DataView(fat.buffer);
  for (const [index, next] of table.entries()) fatView.setUint32(4 * index, next, true);
  fatView.setUint32(4 * tableAt, 0xffff_fffd, true);
  sectors.push(fat);
  const head = new Uint8Array(SECTOR);
  head.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  const headView = new DataView(head.buffer);
  headView.setUint16(30, 9, true);
  headView.setUint16(32, 6, true);
  headView.setUint32(48, start, true);
  headView.setUint32(60, END, true);
  headView.setUint32(68, END, true);
  for (let index = 0; index < 109; index++) headView.setUint32(76 + 4 * index, index === 0 ? tableAt : FREE, true);
  const bytes = new Uint8Array((sectors.length + 1) * SECTOR);
  bytes.set(head);
  for (const [index, sector] of sectors.entries()) bytes.set(sector, (index + 1) * SECTOR);
  return bytes;
}

const text = (value: string): Uint8Array => {
  const bytes = new Uint8Array(Math.max(5000, 2 * value.length));
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < value.length; at++) view.setUint16(2 * at, value.charCodeAt(at), true);
  return bytes;
};

const MESSAGE: readonly Node[] = [
  { name: 'Root Entry', type: 5, child: 1 },
  { name: '__substg1.0_0037001F', type: 2, right: 2, content: text('Offer') },
  { name: '__substg1.0_1000001F', type: 2, right: 3, content: text('Dear Ada,\r\nyes.') },
  { name: '__substg1.0_0C1A001F', type: 2, right: 4, content: text('Ben') },
  { name: '__properties_version1.0', type: 2, right: 5, content: new Uint8Array(5000) },
  { name: '__attach_version1.0_#00000000', type: 1, child: 6 },
  { name: '__substg1.0_3707001F', type: 2, right: 7, content: text('plan.pdf') },
  { name: '__substg1.0_37010102', type: 2, content: new Uint8Array(6000) },
];

describe('a message of Outlook', () => {
  test('has its head, its text, and its attachments', async () => {
    expect(await makePreview('msg', compound(MESSAGE))).toMatchObject({
      kind: 'text',
      head: [
        ['Subject', 'Offer'],
        ['From', 'Ben'],
      ],
      blocks: [
        { kind: 'paragraph', runs: [{ text: 'Dear Ada,' }] },
        { kind: 'paragraph', runs: [{ text: 'yes.' }] },
      ],
      attached: [{ name: 'plan.pdf', bytes: new Uint8Array(6000) }],
    });
  });

  test('is refused or read in bounded time if its chains or trees do not end', async () => {
    const whole = compound(MESSAGE);
    for (let at = SECTOR; at < whole.length; at += 64) {
      const broken = whole.slice();
      new DataView(broken.buffer).setUint32(at, 1, true);
      expect(await makePreview('msg', broken)).toHaveProperty('kind');
    }
    const ring = compound([
      { name: 'Root Entry', type: 5, child: 1 },
      { name: 'a', type: 1, child: 1, right: 1 },
    ]);
    expect(readCompound(ring).storages).toHaveLength(1);
  });

  test('is refused if its attachments name the same bytes again and again', async () => {
    const content = new Uint8Array(6000);
    const attachments = Array.from({ length: 100 }, (_, index): readonly Node[] => [
      {
        name: `__attach_version1.0_#${index}`,
        type: 1,
        child: 4 + 2 * index,
        right: index < 99 ? 5 + 2 * index : FREE,
      },
      { name: '__substg1.0_37010102', type: 2, content, isShared: index > 0 },
    ]);
    const message = compound([
      { name: 'Root Entry', type: 5, child: 1 },
      { name: '__substg1.0_0037001F', type: 2, right: 2, content: text('Offer') },
      { name: '__properties_version1.0', type: 2, right: 3, content: new Uint8Array(5000) },
      ...attachments.flat(),
    ]);
    expect((await makePreview('msg', message)).kind).toBe('refused');
  });

  test('that is cut off is refused', async () => {
    expect((await makePreview('msg', compound(MESSAGE).slice(0, 3000))).kind).toBe('refused');
  });
});
