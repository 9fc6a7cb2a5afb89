import { expect, test } from '@jest/globals';
import { FileName } from '@strongroom/domain';
import * as fc from 'fast-check';
import { roomName } from '../../packages/client/src/names/portable-name.ts';

const piece = fc.oneof(
  fc.constantFrom(
    ...Array.from('a1#/. ❤🔥🏴م\u094dക文ᠠ'),
    '\u200b',
    '\u200c',
    '\u200d',
    '\ufe00',
    '\ufe0f',
    '\u20e3',
    '\u180b',
    '\u{e0067}',
  ),
  fc.string({ unit: 'binary', maxLength: 2 }),
);

test('the service takes each name that the client library makes of a local one', () => {
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 90 }), fc.integer({ min: 1, max: 3 }), (pieces, number) => {
      const name = roomName(pieces.join(''), number);
      expect([name, FileName.problem(name)]).toEqual([name, undefined]);
    }),
    { numRuns: 2000 },
  );
});
