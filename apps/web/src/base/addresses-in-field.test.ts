import { expect, test } from '@jest/globals';
import { enter, NO_ADDRESSES, namesOfAddresses } from './addresses-in-field.ts';

function pasted(...texts: readonly string[]) {
  let value = NO_ADDRESSES;
  for (const typed of texts) value = enter({ ...value, typed });
  return value;
}

test('an address keeps its first name, and all others that came with it are kept to be shown', () => {
  const both = { names: { 'eva@x.org': 'Eva One' }, others: { 'eva@x.org': ['Eva Two', 'Eva Three'] } };
  expect(pasted('Eva One eva@x.org\nEva Two eva@x.org\nEva Three eva@x.org')).toMatchObject(both);
  expect(pasted('Eva One eva@x.org', 'Eva Two eva@x.org', 'Eva Three eva@x.org', 'Eva Two eva@x.org')).toMatchObject(
    both,
  );
  expect(pasted('Eva One eva@x.org', 'eva@x.org', 'Eva One eva@x.org').others).toEqual({});
});

test('a name that comes later than its address is taken', () => {
  expect(pasted('eva@x.org', 'Eva One eva@x.org')).toMatchObject({ names: { 'eva@x.org': 'Eva One' }, others: {} });
  expect(namesOfAddresses({ ...NO_ADDRESSES, typed: 'Eva One eva@x.org' })).toEqual({ 'eva@x.org': 'Eva One' });
});

test('an address that was taken out comes back with the name of its new entry', () => {
  const out = { ...pasted('Eva One eva@x.org\nEva Two eva@x.org'), entered: [], typed: 'Eva Four eva@x.org' };
  expect(enter(out)).toMatchObject({ entered: ['eva@x.org'], names: { 'eva@x.org': 'Eva Four' }, others: {} });
});
