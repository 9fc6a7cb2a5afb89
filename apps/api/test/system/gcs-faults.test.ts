import { expect, test } from '@jest/globals';
import { aFile, aRoom, given } from '../support/people-of-process.ts';
import { faultsAreTold, withFaultyLinkToGcs } from './gcs-faults.ts';
import { IN_TIME_WHEN_BUSY } from './in-time.ts';
import { receiptOf } from './kms-place.ts';

const held = withFaultyLinkToGcs();

// The other faults take longer, and are in the slow tests.
faultsAreTold(held, [{ kind: 'refuse' }], IN_TIME_WHEN_BUSY);

test('a room that is deleted meanwhile has its objects destroyed once it is over', async () => {
  const { at, link } = held;
  const owner = await at.owner(at.gcs.settings(link.port));
  const room = await aRoom(owner);
  await aFile(owner, room);
  await link.become({ kind: 'refuse' });
  const deleted = await given(owner.delete(`/rooms/${room.id}`));
  expect(await given(owner.get(`/destruction-receipts/${deleted.receipt_id}`))).toMatchObject({
    status: 'in_progress',
  });
  await link.become({ kind: 'none' });
  expect(await receiptOf(owner, deleted.receipt_id)).toMatchObject({ status: 'complete', files_destroyed: 1 });
  expect(await at.gcs.objects()).toEqual([]);
});
