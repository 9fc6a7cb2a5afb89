import { expect, test } from '@jest/globals';
import { storedJson } from './stored-json.ts';

test('JSON is read', () => {
  expect(storedJson('{"id":[1,null]}')).toStrictEqual({ id: [1, null] });
});

test.each(['{', '', 'x', '\0', undefined, null, 7, {}, Buffer.from('{}')])(
  '%j, which is not JSON, is read as null',
  (text) => {
    expect(storedJson(text)).toBeNull();
  },
);
