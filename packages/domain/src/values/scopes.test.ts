import { expect, test } from '@jest/globals';
import { grants, SCOPES, Scope } from './scopes.ts';

test('the scopes are those of the interface', () => {
  expect(Object.keys(SCOPES).join(' ')).toBe(
    'read:rooms write:rooms delete:rooms write:members read:files write:files download:files delete:files read:shares write:shares read:users write:users write:clearance read:org-units write:org-units read:audit read:access read:tokens write:tokens read:webhooks write:webhooks scim',
  );
});

test('every scope has a description', () => {
  for (const text of Object.values(SCOPES)) expect(text).toMatch(/^[A-Z].*\.$/);
});

test('an unknown scope has a code of its own, also one that every object has', () => {
  for (const wrong of ['read:moon', '', 'READ:ROOMS', 'read:rooms ', 'constructor', '__proto__'])
    expect(Scope.problem(wrong)).toMatchObject({ rule: 'one_of', code: 'INVALID_SCOPE' });
  for (const wrong of [null, 7, ['read:rooms']]) expect(Scope.problem(wrong)?.code).toBe('VALIDATION_ERROR');
  for (const scope of Object.keys(SCOPES)) expect(Scope.is(scope)).toBe(true);
});

test('a credential without scopes opens everything, one with scopes opens these and nothing near them', () => {
  expect(grants(null, 'read:audit')).toBe(true);
  expect(grants(['read:rooms'], 'read:rooms')).toBe(true);
  expect(grants(['read:rooms', 'write:rooms'], 'delete:rooms')).toBe(false);
  expect(grants(['write:files'], 'read:files')).toBe(false);
  expect(grants([], 'read:rooms')).toBe(false);
});
