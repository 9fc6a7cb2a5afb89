import { expect, test } from '@jest/globals';
import { aRoom, given } from '../support/people-of-process.ts';
import { eventually } from '../support/service-process.ts';
import type { Fault, FaultyLink } from './faulty-link.ts';
import { IN_TIME } from './in-time.ts';
import { KmsPlace, upload } from './kms-place.ts';
import { withFaultyLink } from './with-faulty-link.ts';

/** A place, and a network link between the service and Cloud KMS; new for every test. */
export const withFaultyLinkToKms = (): { at: KmsPlace; link: FaultyLink } =>
  withFaultyLink(
    () => KmsPlace.make(),
    ({ kms }) => kms.port,
  );

/** Expects that a fault is reported in time, changes nothing, and has no effect afterwards. */
export function faultsAreTold(
  held: { at: KmsPlace; link: FaultyLink },
  faults: readonly Fault[],
  most = IN_TIME,
): void {
  test('every fault is a 503 within 5 s that changes nothing, /readyz names it, and calls succeed afterwards', async () => {
    const { at, link } = held;
    const owner = await at.owner(at.kms.settings(link.port));
    const room = await aRoom(owner);
    for (const [index, fault] of faults.entries()) {
      await link.become(fault);
      const asked = performance.now();
      const [wrapping, making] = await Promise.all([
        upload(owner, room, `upload-${index}`),
        owner.post('/rooms', { name: 'Falcon', classification: 'C2' }),
      ]);
      const took = performance.now() - asked;
      const answers = [wrapping, making].map(({ status, body }) => `${status} ${body.error?.code}`);
      const refused = '503 KEY_SERVICE_UNAVAILABLE';
      expect({ fault, kept: at.filesKept(), answers }).toEqual({ fault, kept: index, answers: [refused, refused] });
      expect(Number(wrapping.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
      expect(took).toBeLessThan(most);
      expect((await at.readiness('degraded')).checks).toMatchObject({
        keys: 'unavailable',
        documents: 'ok',
        blobs: 'ok',
      });
      await link.become({ kind: 'none' });
      await eventually('a wrapped key', async () => (await upload(owner, room, `upload-${index}`)).status === 200);
      expect(at.filesKept()).toBe(index + 1);
      await at.readiness('ready');
    }
    expect(await given(owner.get('/rooms'))).toHaveLength(1);
  });
}
