import { expect, test } from '@jest/globals';
import { memorySettings } from './memory.ts';

const SMALL_NEW_SPACE = '--max-semi-space-size=16';
const NO_PRETENURING = '--no-allocation-site-pretenuring';

test.each([undefined, 'sqlite', 'memory'])('with documents %s a process takes little memory', (documents) => {
  expect(memorySettings(documents).flags).toEqual(expect.arrayContaining([SMALL_NEW_SPACE, NO_PRETENURING]));
});

test.each(['postgresql', 'mongodb', 'module:some-package'])(
  'with documents in %s it has the sizes of Node',
  (documents) => {
    expect(memorySettings(documents).flags).toEqual([NO_PRETENURING]);
  },
);
