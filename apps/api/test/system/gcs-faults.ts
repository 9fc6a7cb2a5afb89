import { expect, test } from '@jest/globals';
import { aFile, anUpload, aRoom, confirm, given, put } from '../support/people-of-process.ts';
import { eventually } from '../support/service-process.ts';
import type { Fault, FaultyLink } from './faulty-link.ts';
import { GcsPlace } from './gcs-place.ts';
import { IN_TIME } from './in-time.ts';
import { withFaultyLink } from './with-faulty-link.ts';

/** A place, and a network link between the service and Cloud Storage; new for every test. */
export const withFaultyLinkToGcs = (): { at: GcsPlace; link: FaultyLink } =>
  withFaultyLink(
    () => GcsPlace.make(),
    ({ gcs }) => gcs.port,
  );

/** Expects that a fault is reported in time and leaves nothing half done, and that everything works afterwards. */
export function faultsAreTold(
  held: { at: GcsPlace; link: FaultyLink },
  faults: readonly Fault[],
  most = IN_TIME,
): void {
  test('whatever goes wrong is a 503 within five seconds, /readyz names it, and once it is over the file is whole', async () => {
    const { at, link } = held;
    const owner = await at.owner(at.gcs.settings(link.port));
    const room = await aRoom(owner);
    const before = await aFile(owner, room);
    for (const [index, fault] of faults.entries()) {
      const upload = await anUpload(owner, room);
      expect(await put(upload.upload_url)).toBe(200);
      await link.become(fault);
      const asked = performance.now();
      const { status, body, headers } = await confirm(owner, room, upload);
      const took = performance.now() - asked;
      expect({ fault, status, code: body.error?.code }).toEqual({ fault, status: 503, code: 'STORAGE_UNAVAILABLE' });
      expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
      expect(took).toBeLessThan(most);
      expect((await at.readiness('degraded')).checks).toMatchObject({
        blobs: 'unavailable',
        documents: 'ok',
        keys: 'ok',
      });
      // Requests that do not need the bucket still work: the service signs addresses itself.
      await given(owner.get(`/files/${before.id}/download-url`));
      expect(await given(owner.get(`/files/${upload.file_id}`))).toMatchObject({ status: 'pending' });
      await link.become({ kind: 'none' });
      await eventually('the confirmation', async () => (await confirm(owner, room, upload)).status === 200);
      const { download_url } = await given(owner.get(`/files/${upload.file_id}/download-url`));
      expect(await (await fetch(download_url)).text()).toBe('ciphertext');
      const sealed = (await at.gcs.objects()).filter(({ name }) => name.includes(upload.file_id));
      expect(sealed).toEqual([{ name: expect.stringContaining(upload.file_id), size: 10 }]);
      expect(await given(owner.get(`/rooms/${room.id}`))).toMatchObject({ file_count: index + 2 });
      await at.readiness('ready');
    }
  });
}
