import { describe, expect, test } from '@jest/globals';
import { routesByPath } from './places.ts';
import { Router } from './router.ts';

const route = (method: string, path: string) => ({ method, path });

describe('a table of routes', () => {
  test('is grouped by path, with HEAD where there is GET', () => {
    const [place] = routesByPath([route('GET', '/a'), route('POST', '/a')]);
    expect([place?.path, place?.allow]).toEqual(['/a', 'GET, HEAD, POST']);
    expect(place?.routes.get('HEAD')).toBe(place?.routes.get('GET'));
  });

  test('puts literal segments before parameters', () => {
    const paths = routesByPath([route('GET', '/users/:id'), route('GET', '/users/invite')]).map(({ path }) => path);
    expect(paths).toEqual(['/users/invite', '/users/:id']);
  });

  test('orders them alike, in whatever order the table is', () => {
    const families = Array.from({ length: 40 }, (_, index) => [`/f${index}/:id`, `/f${index}/made`, `/f${index}`]);
    for (let round = 1; round <= 20; round++) {
      // 127 is a prime: each number is met once.
      const mixed = Array.from({ length: 127 }, (_, index) => families.flat()[(index * round * 37) % 127] ?? []).flat();
      const paths = routesByPath(mixed.map((path) => route('GET', path))).map(({ path }) => path);
      for (const [param = '', literal = ''] of families)
        expect(paths.indexOf(literal)).toBeLessThan(paths.indexOf(param));
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
    expect(() => routesByPath(routes)).toThrow(message);
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
