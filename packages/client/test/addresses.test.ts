import { expect, test } from '@jest/globals';
import { Strongroom } from '@strongroom/client';
import { failureOf } from './failure.ts';
import { giving, standIn } from './service-stand-in.ts';

test.each(['ftp://example.com', 'example.com', '', 'http://'])('the client rejects %j as a base URL', (url) => {
  expect(() => new Strongroom({ url })).toThrow(expect.objectContaining({ code: 'ADDRESS_MALFORMED' }));
});

test('the client sends a token only to this machine or over https, unless `insecure` is set', () => {
  const make = (url: string, more = {}) => new Strongroom({ url, token: 'srt_x', ...more });
  const refused = expect.objectContaining({ code: 'ADDRESS_INSECURE' });
  expect(() => make('http://rooms.example')).toThrow(refused);
  expect(() => make('http://127.0.0.1.rooms.example')).toThrow(refused);
  for (const url of ['https://rooms.example', 'http://127.0.0.1:8080', 'http://localhost:1', 'http://[::1]:8080'])
    expect(make(url)).toBeInstanceOf(Strongroom);
  expect(make('http://rooms.example', { insecure: true })).toBeInstanceOf(Strongroom);
  expect(new Strongroom({ url: 'http://rooms.example' })).toBeInstanceOf(Strongroom);
});

test('the client sends a password and the secret of an invitation only where it sends a token', async () => {
  const sent: string[] = [];
  const noting = async (url: string): Promise<Response> => {
    sent.push(url);
    return Response.json({ data: {} });
  };
  const calls = (url: string, more = {}) => {
    const { entrance } = new Strongroom({ url, fetch: noting, ...more });
    return [
      () => entrance.signIn({ email: 'a@b.example', password: 'a long password' }),
      () => entrance.accept({ token: 'sri_x', name: 'Ada' }),
    ];
  };
  for (const call of calls('http://rooms.example'))
    expect(await failureOf(call())).toMatchObject({ code: 'ADDRESS_INSECURE', attempts: 1 });
  expect(sent).toEqual([]);
  const allowed = [calls('https://rooms.example'), calls('http://127.0.0.1'), calls('http://a.b', { insecure: true })];
  for (const call of allowed.flat()) await call();
  expect(sent).toHaveLength(6);
});

test('calls public routes over plain HTTP', async () => {
  const client = new Strongroom({ url: 'http://rooms.example', fetch: async () => Response.json({ openapi: '3' }) });
  expect(await client.service.description()).toEqual({ openapi: '3' });
});

test.each(['', '/', '/api/v1', '/api/v1/'])('the client accepts a base URL that ends in %j', async (end) => {
  const service = await standIn(() => giving({}));
  await new Strongroom({ url: `${service.url}${end}` }).account.get();
  await service.end();
  expect(service.came[0]?.path).toBe('/api/v1/me');
});
