import { expect, test } from '@jest/globals';
import { Strongroom } from '@strongroom/client';
import { giving, standIn } from './service-stand-in.ts';

test.each(['ftp://example.com', 'example.com', '', 'http://'])('%j is no address', (url) => {
  expect(() => new Strongroom({ url })).toThrow(expect.objectContaining({ code: 'ADDRESS_MALFORMED' }));
});

test('a token is sent to this machine or over https, unless one insists', () => {
  const make = (url: string, more = {}) => new Strongroom({ url, token: 'srt_x', ...more });
  const refused = expect.objectContaining({ code: 'ADDRESS_INSECURE' });
  expect(() => make('http://rooms.example')).toThrow(refused);
  expect(() => make('http://127.0.0.1.rooms.example')).toThrow(refused);
  for (const url of ['https://rooms.example', 'http://127.0.0.1:8080', 'http://localhost:1', 'http://[::1]:8080'])
    expect(make(url)).toBeInstanceOf(Strongroom);
  expect(make('http://rooms.example', { insecure: true })).toBeInstanceOf(Strongroom);
  expect(new Strongroom({ url: 'http://rooms.example' })).toBeInstanceOf(Strongroom);
});

test.each(['', '/', '/api/v1', '/api/v1/'])('an address may end in %j', async (end) => {
  const service = await standIn(() => giving({}));
  await new Strongroom({ url: `${service.url}${end}` }).account.get();
  await service.end();
  expect(service.came[0]?.path).toBe('/api/v1/me');
});
