import { expect, test } from '@jest/globals';
import { aFile, aRoom, given } from '../support/people-of-process.ts';
import { IN_TIME_WHEN_BUSY } from './in-time.ts';
import { faultsAreTold, withFaultyLinkToKms } from './kms-faults.ts';
import { receiptOf, upload } from './kms-place.ts';

const held = withFaultyLinkToKms();

// The other faults take longer, and are in the slow tests.
faultsAreTold(held, [{ kind: 'refuse' }], IN_TIME_WHEN_BUSY);

test('some latency is only waited for', async () => {
  const { at, link } = held;
  const owner = await at.owner(at.kms.settings(link.port));
  const room = await aRoom(owner);
  await link.become({ kind: 'latency', milliseconds: 300 });
  expect((await upload(owner, room, 'one')).status).toBe(200);
});

test('the key of a room that is deleted while Cloud KMS is down is destroyed afterwards', async () => {
  const { at, link } = held;
  const owner = await at.owner(at.kms.settings(link.port));
  const room = await aRoom(owner);
  await aFile(owner, room);
  await link.become({ kind: 'refuse' });
  const deleted = await given(owner.delete(`/rooms/${room.id}`));
  const pending = await given(owner.get(`/destruction-receipts/${deleted.receipt_id}`));
  expect(pending).toMatchObject({ status: 'in_progress', key: { state: 'pending', at: null } });
  await link.become({ kind: 'none' });
  expect((await receiptOf(owner, deleted.receipt_id)).key).toMatchObject({ state: 'scheduled' });
});
