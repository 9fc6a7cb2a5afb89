import { expect, test } from '@jest/globals';
import { optional, RoomDescription, RoomName } from '@strongroom/domain';
import { fieldsOf, Is } from '../../src/http/describe/is.ts';

test('a class keeps the descriptions of its fields in the order of their declaration', () => {
  class Body {
    @Is(RoomName) name!: RoomName;
    @Is(optional(RoomDescription)) description?: RoomDescription;
  }
  expect([...fieldsOf(Body)].map(([name, value]) => [name, value.optional])).toEqual([
    ['name', false],
    ['description', true],
  ]);
});

test('a declared type that is not the described one does not compile', () => {
  class Body {
    // @ts-expect-error another branded text
    @Is(RoomName) other!: RoomDescription;
    // @ts-expect-error any text at all is more than a room's name
    @Is(RoomName) wider!: string;
    // @ts-expect-error a number is not text
    @Is(RoomName) number!: number;
    // @ts-expect-error may be left out, but is described as required
    @Is(RoomName) absent?: RoomName;
    // @ts-expect-error required, but is described as optional
    @Is(optional(RoomName)) present!: RoomName;
  }
  expect(fieldsOf(Body).size).toBe(5);
});

test('a class of fields may not inherit', () => {
  class Parent {
    @Is(RoomName) name!: RoomName;
  }
  expect(() => {
    class Child extends Parent {
      @Is(RoomDescription) description!: RoomDescription;
    }
    return Child;
  }).toThrow('Child may not inherit');
});
