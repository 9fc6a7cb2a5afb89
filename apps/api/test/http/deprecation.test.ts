import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { deprecationHeaders } from '../../src/http/describe/deprecation.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { describedPlacesOf } from '../../src/http/serve/places.ts';
import { FAKE_ROUTES } from '../support/fake-routes.ts';
import { type FakeService, fakeService } from '../support/fake-service.ts';

/** Seconds since 1970 of 2026-12-01 UTC. */
const SINCE = '@1796083200';
const SUNSET = 'Wed, 01 Dec 2027 00:00:00 GMT';

describe('an operation that is announced to end', () => {
  let service: FakeService;
  beforeEach(async () => {
    service = await fakeService();
  });
  afterEach(() => service.stop());

  const announced = async (path: string): Promise<readonly (string | null)[]> => {
    const { headers } = await fetch(`http://127.0.0.1:${service.port}/api/v1${path}`);
    return [headers.get('deprecation'), headers.get('sunset')];
  };

  test('says so in every answer, refusals included', async () => {
    expect(await announced('/retiring')).toEqual([SINCE, SUNSET]);
    expect(await announced('/retiring')).toEqual([SINCE, SUNSET]);
    expect(service.app.seen).toEqual(['retiring', 'retiring']);
  });

  test('says nothing about other operations', async () => {
    expect(await announced('/open')).toEqual([null, null]);
    expect(await announced('/nowhere')).toEqual([null, null]);
  });
});

test('the document marks a deprecated operation and its headers', () => {
  const document: unknown = JSON.parse(JSON.stringify(openApiDocument(FAKE_ROUTES, '1.2.3')));
  expect(document).toMatchObject({
    paths: {
      '/retiring': {
        get: {
          deprecated: true,
          description: 'Answers as ever.\n\nDeprecated since 2026-12-01; ends on 2027-12-01 at the earliest.',
          responses: { '200': { headers: { Deprecation: expect.anything(), Sunset: expect.anything() } } },
        },
      },
    },
    components: { headers: { Deprecation: expect.anything(), Sunset: expect.anything() } },
  });
  expect(document).not.toHaveProperty(['paths', '/open', 'get', 'deprecated']);
});

test.each([
  ['2026-12-01', '2027-11-30'],
  ['2026-12-01', '2026-12-01'],
  ['2026-02-30', '2028-01-01'],
  ['2026-12-01', '2028-13-01'],
] as const)('the service refuses a table with an operation deprecated on %s that ends on %s', (since, sunset) => {
  expect(() => deprecationHeaders({ since, sunset })).toThrow(RangeError);
  const [route] = FAKE_ROUTES;
  if (route === undefined) throw new TypeError('there is no route');
  expect(() => describedPlacesOf([{ ...route, deprecated: { since, sunset } }])).toThrow(RangeError);
});
