import { expect, test } from '@jest/globals';
import { type KeyUnwrapper, type Strongroom, StrongroomError, type WrappedDataKey } from '@strongroom/client';
import { sayingMoved } from '../src/account/moved-key-service.ts';

const [OLD, NEW] = ['https://keys.example.com', 'https://keys.example.net'] as const;
const WRAPPED = {} as WrappedDataKey;
const SILENT = new StrongroomError('KEY_SERVICE_UNAVAILABLE', { message: 'The key service does not answer.' });

/** A service that names this key service; undefined if it does not answer. */
const serviceNaming = (url: string | undefined): Strongroom =>
  ({
    service: {
      offer: async () => {
        if (url === undefined) throw new StrongroomError('CONNECTION_LOST');
        return { key_service: { url, proof: 'grant', key: null } };
      },
    },
  }) as unknown as Strongroom;

const failing = (error: Error): KeyUnwrapper => ({
  client: async () => 'thumbprint',
  unwrap: async () => {
    throw error;
  },
});
const messageOf = (unwrapper: KeyUnwrapper): Promise<string> =>
  unwrapper.unwrap(WRAPPED).then(
    () => 'opened',
    (error: unknown) => (error as Error).message,
  );

test('the error names the current key service of the service if the one known to this machine does not answer', async () => {
  const moved = sayingMoved(failing(SILENT), OLD, () => serviceNaming(NEW));
  expect(await messageOf(moved)).toContain(
    `names the key service at ${NEW} now: if its operator has said that it moved`,
  );
  await expect(moved.client?.()).resolves.toBe('thumbprint');
});

test.each<readonly [string, Error, string | undefined]>([
  ['it did not move', SILENT, OLD],
  ['the service does not answer either', SILENT, undefined],
  ['it refuses', new StrongroomError('KEY_GRANT_INVALID', { message: 'The key grant is not valid.' }), NEW],
])('the error says nothing more where %s', async (_, error, named) => {
  expect(await messageOf(sayingMoved(failing(error), OLD, () => serviceNaming(named)))).toBe(error.message);
});
