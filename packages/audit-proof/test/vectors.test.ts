import { expect, test } from '@jest/globals';
import { verifyConsistency, verifyInclusion } from '../src/index.ts';
import { describeVectors, vectors } from './vectors.ts';

type Inclusion = Readonly<{
  leafIdx: number;
  treeSize: number;
  root: string | null;
  leafHash: string | null;
  proof: readonly string[] | null;
  wantErr: boolean;
}>;

type Consistency = Readonly<{
  size1: number;
  size2: number;
  root1: string | null;
  root2: string | null;
  proof: readonly string[] | null;
  wantErr: boolean;
}>;

const bytes = (base64: string | null): Uint8Array => Buffer.from(base64 ?? '', 'base64');

describeVectors('conformance vectors of RFC 6962', () => {
  test.each(vectors('inclusion'))('all implementations agree about the proof of inclusion %s', (_name, vector) => {
    const { leafIdx: index, treeSize: size, root, leafHash, proof, wantErr } = vector as Inclusion;
    const claim = { leaf: bytes(leafHash), index, size, root: bytes(root) };
    expect(verifyInclusion(claim, (proof ?? []).map(bytes))).toBe(!wantErr);
  });

  test.each(vectors('consistency'))('all implementations agree about the proof of consistency %s', (_name, vector) => {
    const { size1, size2, root1, root2, proof, wantErr } = vector as Consistency;
    const older = { size: size1, root: bytes(root1) };
    expect(verifyConsistency(older, { size: size2, root: bytes(root2) }, (proof ?? []).map(bytes))).toBe(!wantErr);
  });

  test('number 98 for each kind of proof', () => {
    expect([vectors('inclusion').length, vectors('consistency').length]).toEqual([98, 98]);
  });
});
