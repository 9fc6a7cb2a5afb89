import { expect, test } from '@jest/globals';
import * as gateway from './blob-gateway.ts';
import * as errors from './errors.ts';

/** Another copy of a module, as an adapter in a package of its own may have. */
const copyOf = (path: string): Promise<unknown> => import(`${path}?copy`);

const otherErrors = (await copyOf('./errors.ts')) as typeof errors;
const otherGateway = (await copyOf('./blob-gateway.ts')) as typeof gateway;

const thrown = {
  VersionConflict: new otherErrors.VersionConflict('rooms', 'a'),
  DuplicateKey: new otherErrors.DuplicateKey('rooms', 'a'),
  KeyDestroyed: new otherErrors.KeyDestroyed(),
  GenerationGone: new otherErrors.GenerationGone(),
  Unavailable: new otherErrors.Unavailable('blobs'),
  BlobRefusal: new otherGateway.BlobRefusal('URL_EXPIRED'),
};
const { BlobRefusal } = gateway;
const known = { ...errors, BlobRefusal };

test.each(Object.keys(thrown) as (keyof typeof thrown)[])(
  '%s of another copy of its module is recognised, and as no other error',
  (name) => {
    expect(Object.getPrototypeOf(thrown[name])).not.toBe(known[name].prototype);
    const matching = Object.entries(thrown).filter(([, error]) => error instanceof known[name]);
    expect(matching.map(([one]) => one)).toEqual([name]);
  },
);

test.each([undefined, null, 'Unavailable', new Error('Unavailable'), { name: 'Error' }])(
  '%p is not an error of a port',
  (value) => {
    expect(value instanceof errors.Unavailable).toBe(false);
  },
);
