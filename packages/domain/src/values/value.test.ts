import { beforeEach, describe, expect, test } from '@jest/globals';
import { DomainError } from './errors.ts';
import { OrgRole } from './roles.ts';
import { Scope } from './scopes.ts';
import { RoomName } from './text.ts';
import { defineValue, described, listOf, nullable, optional, type Value } from './value.ts';

const Even = defineValue<number>({
  name: 'Even',
  description: 'An even number.',
  schema: { type: 'integer', multipleOf: 2 },
  check: (input) => (typeof input === 'number' && input % 2 === 0 ? undefined : 'must be even'),
});

describe('a description of a value', () => {
  test('reports rule, sentence and code of a problem', () => {
    expect(Even.problem(3)).toEqual({ rule: 'Even', message: 'must be even', code: 'VALIDATION_ERROR' });
    expect(Even.problem(4)).toBeUndefined();
    expect(OrgRole.problem('king')).toMatchObject({ rule: 'one_of', code: 'INVALID_ROLE' });
    expect(OrgRole.problem(7)).toMatchObject({ rule: 'one_of', code: 'VALIDATION_ERROR' });
  });

  test('narrows and parses by the same check', () => {
    expect(Even.is(4)).toBe(true);
    expect(Even.is(3)).toBe(false);
    expect(Even.parse(4)).toBe(4);
    expect(() => Even.parse(3)).toThrow(new DomainError('VALIDATION_ERROR', { message: 'Even must be even.' }));
    expect(() => OrgRole.parse('king')).toThrow(expect.objectContaining({ code: 'INVALID_ROLE' }));
  });

  test('carries its description into its schema', () => {
    expect(Even.schema).toEqual({ type: 'integer', multipleOf: 2, description: 'An even number.' });
    const field = described(Even, 'Number of shoes.');
    expect([field.description, field.schema.description]).toEqual(['Number of shoes.', 'Number of shoes.']);
    expect([field.is(3), Even.description]).toEqual([false, 'An even number.']);
  });

  test('is required unless it says otherwise', () => {
    expect(Even.optional).toBe(false);
    expect(Even.is(undefined)).toBe(false);
  });
});

describe('an optional value', () => {
  const field = optional(Even);
  test('may be left out, and is still checked when there', () => {
    expect(field.optional).toBe(true);
    expect([field.is(undefined), field.is(4), field.is(3)]).toEqual([true, true, false]);
    expect(field.parse(4)).toBe(4);
    expect(field.parse(undefined)).toBeUndefined();
    expect(field.problem(3)?.message).toBe('must be even');
    expect(() => field.parse(3)).toThrow(DomainError);
  });

  test('is not null', () => {
    expect([field.is(null), field.problem(null)?.message]).toEqual([false, 'must be even']);
    expect(() => field.parse(null)).toThrow(DomainError);
  });
});

describe('a nullable value', () => {
  test('may be null, may not be left out, and keeps the refusal of what it wraps', () => {
    const field = nullable(OrgRole);
    expect([field.is(null), field.is('owner'), field.is('king'), field.is(undefined)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(field.problem('king')).toEqual(OrgRole.problem('king'));
    expect(field.parse(null)).toBeNull();
  });

  test('may be both optional and nullable, either way round', () => {
    for (const field of [optional(nullable(Even)), nullable(optional(Even))]) {
      expect([field.is(null), field.is(undefined), field.is(4), field.is(3)]).toEqual([true, true, true, false]);
      expect(field.optional).toBe(true);
    }
  });

  test('says so in its schema', () => {
    expect(nullable(Even).schema.anyOf).toEqual([Even.schema, { type: 'null' }]);
  });
});

describe('a list', () => {
  let Scopes: Value<readonly Scope[]>;
  beforeEach(() => {
    Scopes = listOf(Scope, { min: 1, max: 2, unique: true, description: 'Scopes.' });
  });

  test('has between min and max entries', () => {
    expect(Scopes.problem([])).toEqual({
      rule: 'list',
      message: 'must have at least 1 entries',
      code: 'VALIDATION_ERROR',
    });
    expect(Scopes.is(['read:rooms'])).toBe(true);
    expect(Scopes.is(['read:rooms', 'read:files'])).toBe(true);
    const tooMany = Scopes.problem(['read:rooms', 'read:files', 'read:users']);
    expect(tooMany?.message).toBe('must have at most 2 entries');
  });

  test('refuses duplicate entries on request', () => {
    expect(Scopes.problem(['read:rooms', 'read:rooms'])?.message).toBe('must not name an entry twice');
    expect(listOf(Scope, { min: 1, max: 2, description: 'Scopes.' }).is(['read:rooms', 'read:rooms'])).toBe(true);
  });

  test('answers a wrong entry with the refusal of the entry', () => {
    expect(Scopes.problem(['read:rooms', 'read:moon'])).toMatchObject({ code: 'INVALID_SCOPE' });
    expect(Scopes.problem([7])).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(Scopes.problem([null])).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('is a list and nothing that looks like one', () => {
    for (const input of ['read:rooms', { 0: 'read:rooms', length: 1 }, null, undefined, new Set(['read:rooms'])])
      expect(Scopes.problem(input)?.message).toBe('must be a list');
  });

  test('refuses too many entries with the code of its operation', () => {
    const Items = listOf(RoomName, { min: 1, max: 1, description: 'Items.', refusal: 'BULK_LIMIT_EXCEEDED' });
    expect(Items.problem(['a', 'b'])?.code).toBe('BULK_LIMIT_EXCEEDED');
  });

  test('is named after its entries, and has a problem of its own rule', () => {
    expect(Scopes.name).toBe('ScopeList');
    expect(Scopes.problem('read:rooms')).toEqual({ rule: 'list', message: 'must be a list', code: 'VALIDATION_ERROR' });
    expect(() => Scopes.parse([])).toThrow('ScopeList must have at least 1 entries.');
  });

  test('is required unless it is wrapped in `optional`', () => {
    expect([Scopes.optional, optional(Scopes).optional]).toEqual([false, true]);
  });

  test('publishes its checks in its schema', () => {
    expect(Scopes.schema).toMatchObject({
      type: 'array',
      minItems: 1,
      maxItems: 2,
      uniqueItems: true,
      items: Scope.schema,
    });
  });
});
