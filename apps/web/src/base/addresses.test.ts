import { expect, test } from '@jest/globals';
import { addressesIn, addressProblem, endsAddress, entriesIn, isAddress } from './addresses.ts';

test('a name with a comma in a cell of a copied table is turned', () => {
  const ada = [{ word: 'ada@x.org', name: 'Ada King' }];
  expect(entriesIn('King, Ada\tada@x.org')).toEqual(ada);
  expect(entriesIn('ada@x.org\tKing, Ada')).toEqual(ada);
  expect(entriesIn('ada@x.org\tAda\tKing\tAster Ltd')).toEqual(ada);
});

test('rows of a table are read alike in every order of their columns, with marks in the names', () => {
  const names = ['Ada King', 'Ben O’Neil', 'Zoë de la Cruz', 'Li Wei-Hua', 'Anne-Marie St. John'];
  const people = Array.from({ length: 200 }, (_, index) => ({
    word: `p${index}@x.org`,
    name: names[index % names.length] ?? '',
    role: 'Viewer, for now',
  }));
  const heads = { word: 'Email', name: 'Name', role: 'Role' } as const;
  const orders = [
    ['word', 'name', 'role'],
    ['name', 'role', 'word'],
    ['role', 'word', 'name'],
  ] as const;
  for (const order of orders)
    for (const mark of ['\t', ';', ',']) {
      const line = (row: Readonly<Record<'word' | 'name' | 'role', string>>): string =>
        order
          .map((column) => (mark !== '\t' && row[column].includes(mark) ? `"${row[column]}"` : row[column]))
          .join(mark);
      // Each person twice: the second row changes nothing.
      const text = [heads, ...people, ...people].map(line).join('\n');
      expect(entriesIn(text)).toEqual(people.map(({ word, name }) => ({ word, name })));
    }
});

test('names of one address are all kept', () => {
  expect(entriesIn('Eva One eva@x.org\nEva Two eva@x.org\nEva One eva@x.org\nEVA@x.org\nEva Three eva@x.org')).toEqual([
    { word: 'eva@x.org', name: 'Eva One', others: ['Eva Two', 'Eva Three'] },
  ]);
  expect(entriesIn('eva@x.org\nEva One eva@x.org')).toEqual([{ word: 'eva@x.org', name: 'Eva One' }]);
});

test('a pasted list gives each address once, and keeps the words that are not addresses', () => {
  expect(addressesIn('"King, Ada" <Ada@Example.org>; bob@example.org\nbob@example.org, not')).toEqual([
    'ada@example.org',
    'bob@example.org',
    'not',
  ]);
});

const ADA = { word: 'ada@example.org', name: 'Ada King' };

test.each([
  ['Ada King <Ada@example.org>', [ADA]],
  [
    '"King, Ada" <ada@example.org>; Bob <bob@example.org>, c@example.org',
    [ADA, { word: 'bob@example.org', name: 'Bob' }, { word: 'c@example.org' }],
  ],
  ['Ada King ada@example.org', [ADA]],
  ['Ada King,ada@example.org', [ADA]],
  ['Ada,King,ada@example.org,Acme & Sons,+44 20', [ADA]],
  ['"King, Ada";ada@example.org', [ADA]],
  ['ada@example.org,Ada King', [ADA]],
  ['ada@example.org\tAda\tKing\tAcme', [ADA]],
  ['Name,E-mail\r\nAda King,ada@example.org\r\n,bob@example.org\r\n', [ADA, { word: 'bob@example.org' }]],
  ['Email;Last name;First name;Team\nada@example.org;King;Ada;3', [ADA]],
  ['Ada J. O’Neil-King, ada@example.org', [{ word: 'ada@example.org', name: 'Ada J. O’Neil-King' }]],
  ['ada@example.org\nAda King <ada@example.org>', [ADA]],
  ['bob.example.org, ada@example.org', [{ word: 'bob.example.org' }, { word: 'ada@example.org' }]],
  ['ada@example.org bob@example.org', [{ word: 'ada@example.org' }, { word: 'bob@example.org' }]],
  ['bob@example.org Ada King <ada@example.org>', [ADA, { word: 'bob@example.org' }]],
  ['Name\tE-mail\nAda King\tada@example,org', [{ word: 'ada@example,org', name: 'Ada King' }]],
  ['Name\tE-mail\n\tbob@example.org', [{ word: 'bob@example.org' }]],
  ['Ada King', [{ word: 'ada' }, { word: 'king' }]],
  ['Bob <bob.example.org>; Ada King <ada@example.org>', [{ word: 'bob.example.org', name: 'Bob' }, ADA]],
  ['Ada King <ada@example.org>, "Stone, Bob" <bob>', [ADA, { word: 'bob', name: 'Bob Stone' }]],
  ['Ada King ada.example.org', [{ word: 'ada.example.org', name: 'Ada King' }]],
  ['King, Ada; ada.example.org', [{ word: 'ada.example.org', name: 'King Ada' }]],
  ['Dr. Ada J. King', [{ word: 'dr.' }, { word: 'ada' }, { word: 'j.' }, { word: 'king' }]],
])('%j has these people', (text, expected) => {
  expect(entriesIn(text)).toEqual(expected);
});

test.each([
  ['ada@example.org', true],
  ["o'neil+deal@sub.example.org", true],
  ['ada@localhost', true],
  ['not', false],
  ['ada@', false],
  ['ada..king@example.org', false],
  ['ada@example,org', false],
  ['müller@example.org', false],
  ['ada@-example.org', false],
  [`${'a'.repeat(65)}@example.org`, false],
  [`a@${'b.'.repeat(130)}org`, false],
])('%s is an address: %s', (word, expected) => {
  expect(isAddress(word)).toBe(expected);
});

test.each([
  ['not', 'it has no @'],
  ['ada@king@example.org', 'it has more than one @'],
  ['@example.org', 'nothing stands before its @'],
  ['ada@', 'nothing stands after its @'],
  ['müller@example.org', 'an address cannot have “ü”'],
  ['ada..king@example.org', 'it has a dot too many'],
  ['ada@example.org.', 'it has a dot too many'],
  [`${'a'.repeat(65)}@example.org`, 'it is too long'],
  ['ada@-example.org', 'it has a sign that an address cannot have there'],
])('%s is no address: %s', (word, reason) => {
  expect([isAddress(word), addressProblem(word)]).toEqual([false, reason]);
});

test.each([
  ['ada@example.org,', true],
  ['ada@example.org ', true],
  ['ada@example.org\n', true],
  ['ada@example.org', false],
  ['"King, Ada" <ada@exam', false],
  ['Ada ', false],
  ['Ada King, ', false],
])('%j ends an address: %s', (text, expected) => {
  expect(endsAddress(text)).toBe(expected);
});

test.each([
  ['blanks', ' '.repeat(20_000), []],
  ['blanks before an address', `${' '.repeat(20_000)}ada@example.org`, ['ada@example.org']],
  ['tabs before an address', `${'\t'.repeat(20_000)}ada@example.org`, ['ada@example.org']],
  ['one word', 'a'.repeat(200_000), ['a'.repeat(200_000)]],
  ['marks', '<'.repeat(20_000), ['<'.repeat(20_000)]],
  ['many people in a line', 'Ada <ada@example.org>, '.repeat(5000), ['ada@example.org']],
])('a long line of %s is read at once', (_, text, words) => {
  expect(addressesIn(text)).toEqual(words);
});
