import { expect, jest, test } from '@jest/globals';
import { plus } from '@strongroom/domain';
import { blobKey } from '@strongroom/ports';

// oxlint-disable-next-line node/no-process-env -- set by operators who debug
const environment = process.env;

test('the store prints no secret even with the logging of Google enabled', async () => {
  environment.GOOGLE_SDK_NODE_LOGGING = 'all';
  delete environment.GOOGLE_APPLICATION_CREDENTIALS;
  // Loaded here, because the library reads the environment when it is loaded.
  const { BUCKET, strictBlobStore } = await import('./setting.ts');
  const { GcsBlobStore } = await import('../src/index.ts');
  const strict = await strictBlobStore();
  const { standIn, now } = strict;
  environment.GCE_METADATA_HOST = `127.0.0.1:${standIn.port}`;
  const printed: string[] = [];
  const spies = [jest.spyOn(process.stderr, 'write'), jest.spyOn(console, 'error')].map((spy) =>
    spy.mockImplementation((...texts: readonly unknown[]) => {
      printed.push(texts.map(String).join(' '));
      return true;
    }),
  );
  const store = await GcsBlobStore.open({
    bucket: BUCKET,
    endpoint: standIn.url,
    iamEndpoint: `${standIn.url}/v1/projects/-/serviceAccounts/`,
    clock: { now },
  });
  const address = await store.signDownload({ key: blobKey('sealed/a'), expiresAt: plus(now(), 60_000) });
  for (const spy of spies) spy.mockRestore();
  await strict.end();
  const signature = Buffer.from(new URL(address).searchParams.get('X-Goog-Signature') ?? '', 'hex');
  expect(signature).toHaveLength(256);
  expect(printed.join('\n')).not.toContain(signature.toString('base64').slice(0, 60));
  expect(printed.join('\n')).not.toMatch(/ya29|signBlob/);
});
