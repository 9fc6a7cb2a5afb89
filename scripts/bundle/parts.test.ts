import { expect, test } from '@jest/globals';
import { partsOf } from './parts.ts';

const MODULES = ['a', 'b', 'c', 'd', 'e'];

const chunkOf = (name: string, lengths: readonly number[]) => ({
  name,
  code: 'x'.repeat(lengths.reduce((sum, length) => sum + length, 0)),
  moduleIds: MODULES.slice(0, lengths.length),
  modules: Object.fromEntries(lengths.map((renderedLength, at) => [MODULES[at] ?? '', { renderedLength }])),
});

/** The modules of each part, the first part first. */
const membersOf = (parts: ReturnType<typeof partsOf>) =>
  parts
    .toSorted((one, other) => (other.priority ?? 0) - (one.priority ?? 0))
    .map(({ test: captures }) =>
      MODULES.filter((id) => typeof captures === 'function' && captures(id) === true).join(''),
    );

test('the bundler keeps a chunk of the maximum size whole', () => {
  expect(partsOf([chunkOf('start', [60, 40])], 100)).toEqual([]);
});

test('the bundler divides a large chunk into runs of modules in their order', () => {
  expect(membersOf(partsOf([chunkOf('small', [50]), chunkOf('start', [60, 60, 60, 60, 60])], 100))).toEqual([
    'ab',
    'cd',
    'e',
  ]);
});

test('the bundler puts a module that is larger than a part into one part', () => {
  expect(membersOf(partsOf([chunkOf('start', [10, 280, 10])], 100)).filter((ids) => ids !== '')).toEqual(['ab', 'c']);
});
