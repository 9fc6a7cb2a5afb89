import { expect, test } from '@jest/globals';
import { type Schema, typeOf } from './client-types.ts';

test.each([
  [{ type: 'string' }, 'string'],
  [{ type: 'integer', minimum: 0 }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ $ref: '#/components/schemas/Room' }, 'Room'],
  [{ type: 'string', enum: ['a', 'b'] }, "'a' | 'b'"],
  [{ type: 'string', 'x-extensible-enum': ['a', 'b'] }, "'a' | 'b'"],
  [{ anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] }, "'a' | null"],
  [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, 'string | number'],
  [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, "readonly ('a' | 'b')[]"],
  [{ type: 'array', items: { $ref: '#/components/schemas/Room' } }, 'readonly Room[]'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'Readonly<Record<string, number>>'],
  [{ type: 'object' }, 'Readonly<Record<string, unknown>>'],
])('%j is %s', (schema, type) => {
  expect(typeOf(schema, '')).toBe(type);
});

test('a field that may be missing may be undefined, and a comment cannot be left', () => {
  const schema = {
    type: 'object',
    properties: { id: { type: 'string', description: 'The id. */ evil(); /*' }, more: { type: 'boolean' } },
    required: ['id'],
  };
  expect(typeOf(schema, '')).toBe(
    'Readonly<{\n  /** The id. * / evil(); /* */\n  id: string;\n  more?: boolean | undefined;\n}>',
  );
});

const STRANGE: readonly object[] = [{}, { oneOf: [] }, { type: 'tuple' }];

test.each(STRANGE)('%j is not understood, and says so', (schema: Schema) => {
  expect(() => typeOf(schema, '')).toThrow('no type for');
});
