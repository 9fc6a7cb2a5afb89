import { expect, test } from '@jest/globals';
import { storedJson } from './stored-json.ts';

test('reads JSON', () => {
  expect(storedJson('{"id":[1,null]}')).toStrictEqual({ id: [1, null] });
});

test.each(['{', '', 'x', '\0', undefined, null, 7, {}, Buffer.from('{}')])(
  'reads %j, which is no JSON, as null',
  (text) => {
    expect(storedJson(text)).toBeNull();
  },
);
