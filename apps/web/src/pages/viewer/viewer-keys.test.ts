import { describe, expect, test } from '@jest/globals';
import { commandOf } from './viewer-keys.ts';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe('keys of the viewer', () => {
  test.each([
    [press('ArrowRight'), 'next page'],
    [press('ArrowLeft'), 'previous page'],
    [press('Home'), 'first page'],
    [press('End'), 'last page'],
    [press('0', { ctrlKey: true }), 'whole page'],
    [press('1', { ctrlKey: true }), 'real size'],
    [press('2', { metaKey: true }), 'width'],
    [press('F', { ctrlKey: true }), 'find'],
    [press('+', { ctrlKey: true, shiftKey: true }), 'larger'],
    [press('N', { ctrlKey: true, shiftKey: true }), 'page field'],
    [press('F3'), 'find next'],
    [press('F3', { shiftKey: true }), 'find previous'],
    [press('n'), 'next file'],
    [press('p'), 'previous file'],
    [press('p', { ctrlKey: true }), 'print'],
    [press('f'), 'full screen'],
    [press('PageDown'), 'next screen'],
    [press('PageUp'), 'previous screen'],
  ])('%j is a command', (event, command) => {
    expect(commandOf(event, false)).toBe(command);
  });

  test.each([
    press('n', { ctrlKey: true }),
    press('ArrowLeft', { altKey: true }),
    press('a'),
    press('ArrowDown'),
    press(' '),
  ])('%j is left to the browser', (event) => {
    expect(commandOf(event, false)).toBeUndefined();
  });

  test('are typed into a field with the focus, except those with Control', () => {
    expect(commandOf(press('n'), true)).toBeUndefined();
    expect(commandOf(press('ArrowLeft'), true)).toBeUndefined();
    expect(commandOf(press('f', { ctrlKey: true }), true)).toBe('find');
    expect(commandOf(press('F3'), true)).toBe('find next');
  });

  test('are read from an event, whose fields are its own only by its class', () => {
    const event = Object.create(press('+', { shiftKey: true })) as ReturnType<typeof press>;
    expect(commandOf(event, false)).toBe('larger');
  });
});
