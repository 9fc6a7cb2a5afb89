import { describe, expect, test } from '@jest/globals';
import { placesOf } from './places.ts';
import { Router } from './router.ts';

const route = (method: string, path: string) => ({ method, path });

describe('a table of routes', () => {
  test('is grouped by path, with HEAD where there is GET', () => {
    const [place] = placesOf([route('GET', '/a'), route('POST', '/a')]);
    expect([place?.path, place?.allow]).toEqual(['/a', 'GET, HEAD, POST']);
    expect(place?.routes.get('HEAD')).toBe(place?.routes.get('GET'));
  });

  test('puts literal segments before parameters', () => {
    const paths = placesOf([route('GET', '/users/:id'), route('GET', '/users/invite')]).map(({ path }) => path);
    expect(paths).toEqual(['/users/invite', '/users/:id']);
  });

  test('puts them so whatever lies between them', () => {
    const unrelated = Array.from({ length: 40 }, (_, index) => route('GET', `/${(index * 7) % 40}/:x`));
    for (let at = 0; at < unrelated.length; at++) {
      const table = [route('GET', '/me/f/:id'), ...unrelated.slice(0, at), route('GET', '/me/f/options'), ...unrelated];
      const paths = placesOf(table.filter((row, index) => table.findIndex(({ path }) => path === row.path) === index));
      const order = paths.map(({ path }) => path).filter((path) => path.startsWith('/me'));
      expect(order).toEqual(['/me/f/options', '/me/f/:id']);
    }
  });

  test.each([
    ['the same method and path twice', [route('get', '/a'), route('GET', '/a')], 'GET /a is in the table twice'],
    [
      'two names of one parameter',
      [route('GET', '/a/:id'), route('PUT', '/a/:key')],
      '/a/:id and /a/:key are one path',
    ],
  ])('is refused with %s', (_, routes, message) => {
    expect(() => placesOf(routes)).toThrow(message);
    expect(() => new Router(routes)).toThrow(message);
  });
});

describe('a router', () => {
  const router = new Router([
    route('GET', '/a/:id/c'),
    route('GET', '/a/b/:key'),
    route('GET', '/a/b/c'),
    route('DELETE', '/a/:id/c'),
  ]);

  test.each([
    ['/a/b/c', '/a/b/c', {}],
    ['/a/b/d', '/a/b/:key', { key: 'd' }],
    ['/a/x%2Fy/c', '/a/:id/c', { id: 'x%2Fy' }],
  ])('finds %s as %s', (path, pattern, params) => {
    expect(router.find(path)).toMatchObject({ path: pattern, params });
  });

  test.each(['/a/b/c/', '/a/b', '/A/b/c', ''])('finds no route for "%s"', (path) => {
    expect(router.find(path)).toBeUndefined();
  });
});
