import { expect, test } from '@jest/globals';
import { checkNode } from '../src/doctor/node.ts';

test('the doctor reports a Node that is too old', () => {
  expect(checkNode('26.1.0').status).toBe('ok');
  expect(checkNode('24.9.0')).toMatchObject({ status: 'fail', todo: 'install Node 26 or newer' });
});
