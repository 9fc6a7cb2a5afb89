import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { addMember, aFile, aLink, aRoom, CONTENT, waitUntilExpired } from '../world.ts';
import { SHAPES } from './shapes.ts';

/** Share links. */
export const sharePromises: readonly ServicePromise[] = [
  {
    id: 'S4-files-share',
    title: 'creates a link whose secret lets every holder download the file',
    run: async ({ owner, visitor, harness }) => {
      const file = await aFile(owner, await aRoom(owner));
      const link = await dataOf(owner.post(`/files/${file.id}/share`, { expires_in: 3600, max_downloads: 2 }), 201);
      expect(link).toMatchObject({ file_id: file.id, max_downloads: 2, download_count: 0, status: 'active' });
      expect(link.url).toBe(`${harness.baseUrl}/shares/by-token/${link.token}`);
      const path = `/shares/by-token/${link.token}`;
      // Its maker may have no name.
      expect({ ...(await dataOf(visitor.get(path), 200)), shared_by: null }).toEqual({
        kind: 'file',
        name: 'a.txt',
        size: 5,
        content_type: 'text/plain',
        expires_at: link.expires_at,
        remaining: 2,
        shared_by: null,
        organisation: null,
        message: null,
      });
      const download = await dataOf(visitor.post(`${path}/download`), 200);
      expect(download).toMatchObject(SHAPES.download);
      expect(await (await visitor.object('GET', download.download_url)).text()).toBe(CONTENT);
      expect((await visitor.get(path)).data).toMatchObject({ remaining: 1 });
    },
  },
  {
    id: 'S4-files-share',
    title: 'lets only owners and contributors create links',
    codes: ['INSUFFICIENT_ROOM_ROLE', 'FILE_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      const file = await aFile(ada.caller, room);
      const share = () => bob.caller.post(`/files/${file.id}/share`, { expires_in: 60 });
      await expectRefusal(share(), 404, 'FILE_NOT_FOUND');
      await addMember(ada.caller, room, bob, 'viewer');
      await expectRefusal(share(), 403, 'INSUFFICIENT_ROOM_ROLE');
      await addMember(ada.caller, room, bob, 'contributor');
      await dataOf(share(), 201);
    },
  },
  {
    id: 'S8-max-downloads',
    title: 'serves exactly `max_downloads` concurrent downloads, and all of them without a cap',
    codes: ['SHARE_EXHAUSTED'],
    run: async ({ owner, visitor }) => {
      const file = await aFile(owner, await aRoom(owner));
      const capped = await aLink(owner, file, { max_downloads: 3 });
      const redeem = (token: string) => visitor.post(`/shares/by-token/${token}/download`);
      const outcomes = await Promise.all(Array.from({ length: 12 }, () => redeem(capped.token)));
      expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200,
        200,
        200,
        ...Array<number>(9).fill(410),
      ]);
      await expectRefusal(visitor.get(`/shares/by-token/${capped.token}`), 410, 'SHARE_EXHAUSTED');
      expect((await owner.get(`/shares/${capped.id}`)).data).toMatchObject({ download_count: 3, status: 'exhausted' });
      for (const free of [await aLink(owner, file, { max_downloads: null }), await aLink(owner, file)]) {
        for (const { status } of await Promise.all([1, 2, 3, 4, 5].map(() => redeem(free.token))))
          expect(status).toBe(200);
        expect((await visitor.get(`/shares/by-token/${free.token}`)).data).toMatchObject({ remaining: null });
      }
    },
  },
  {
    id: 'S8-expires-in',
    title: 'refuses an expired link',
    codes: ['SHARE_EXPIRED'],
    run: async ({ owner, visitor }) => {
      const file = await aFile(owner, await aRoom(owner));
      const before = Date.now();
      const link = await aLink(owner, file, { expires_in: 1 });
      const path = `/shares/by-token/${link.token}`;
      await expectRefusal(
        waitUntilExpired(() => visitor.get(path), before, link.expires_at),
        410,
        'SHARE_EXPIRED',
      );
      await expectRefusal(visitor.post(`${path}/download`), 410, 'SHARE_EXPIRED');
      expect((await owner.get(`/shares/${link.id}`)).data.status).toBe('expired');
    },
  },
  {
    id: 'S8-bounds',
    title: 'accepts an expiry of one second to one year and a cap of 1 to 100 000 downloads',
    codes: ['VALIDATION_ERROR'],
    run: async ({ owner }) => {
      const path = `/files/${(await aFile(owner, await aRoom(owner))).id}/share`;
      for (const fine of [
        { expires_in: 31_536_000, max_downloads: 100_000 },
        { expires_in: 1, max_downloads: 1 },
      ])
        await dataOf(owner.post(path, fine), 201);
      const wrong = [{}, { expires_in: 0 }, { expires_in: 31_536_001 }, { expires_in: '60' }, { expires_in: 1.5 }];
      for (const body of wrong) await expectRefusal(owner.post(path, body), 400, 'VALIDATION_ERROR');
      for (const max_downloads of [0, 100_001, -1, '3'])
        await expectRefusal(owner.post(path, { expires_in: 60, max_downloads }), 400, 'VALIDATION_ERROR');
      await expectRefusal(owner.post(path, { expires_in: 60, max_download: 1 }), 400, 'VALIDATION_ERROR');
    },
  },
  {
    id: 'I4-shares',
    title: 'shows links without their secret to users who may create them, and revokes them permanently',
    codes: ['SHARE_REVOKED', 'SHARE_NOT_FOUND', 'ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      const file = await aFile(ada.caller, room);
      const link = await aLink(ada.caller, file);
      const seen = (await ada.caller.get(`/shares/${link.id}`)).data;
      expect(seen).not.toHaveProperty('token');
      expect((await ada.caller.get(`/files/${file.id}/shares?may=true`)).list).toEqual([seen]);
      expect((await ada.caller.get(`/rooms/${room.id}/shares?may=true`)).list).toEqual([seen]);
      await expectRefusal(bob.caller.get(`/rooms/${room.id}/shares`), 404, 'ROOM_NOT_FOUND');
      await expectRefusal(bob.caller.get(`/shares/${link.id}`), 404, 'SHARE_NOT_FOUND');
      await addMember(ada.caller, room, bob, 'viewer');
      await expectRefusal(bob.caller.get(`/files/${file.id}/shares`), 403, 'INSUFFICIENT_ROOM_ROLE');
      await expectRefusal(bob.caller.get(`/rooms/${room.id}/shares`), 403, 'INSUFFICIENT_ROOM_ROLE');
      await expectRefusal(bob.caller.delete(`/shares/${link.id}`), 404, 'SHARE_NOT_FOUND');
      expect(await dataOf(ada.caller.delete(`/shares/${link.id}`), 200)).toEqual({ ...seen, status: 'revoked' });
      await expectRefusal(world.visitor.post(`/shares/by-token/${link.token}/download`), 410, 'SHARE_REVOKED');
      await expectRefusal(world.visitor.get('/shares/by-token/x'), 404, 'SHARE_NOT_FOUND');
    },
  },
  {
    id: 'I4-shares',
    title: 'ends links with the membership of their creator, also when they come back',
    codes: ['SHARE_REVOKED'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      const file = await aFile(ada.caller, room);
      await addMember(ada.caller, room, bob, 'contributor');
      const link = await aLink(bob.caller, file);
      await dataOf(ada.caller.delete(`/rooms/${room.id}/members/${bob.id}`));
      await expectRefusal(world.visitor.get(`/shares/by-token/${link.token}`), 410, 'SHARE_REVOKED');
      await addMember(ada.caller, room, bob, 'contributor');
      await expectRefusal(world.visitor.get(`/shares/by-token/${link.token}`), 410, 'SHARE_REVOKED');
    },
  },
  {
    id: 'I8-share-changes',
    title: 'gives a link a name, a recipient and a message, of which its holders read the message and the sender',
    codes: ['VALIDATION_ERROR', 'INSUFFICIENT_ROOM_ROLE'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      await addMember(ada.caller, room, bob, 'contributor');
      const file = await aFile(ada.caller, room);
      const texts = { name: 'Offer', recipient: 'Nora West', message: 'As we said.' };
      const link = await aLink(ada.caller, file, texts);
      expect(link).toMatchObject(texts);
      const look = await dataOf(world.visitor.get(`/shares/by-token/${link.token}`), 200);
      expect(look).toMatchObject({ message: 'As we said.', shared_by: { name: expect.any(String) } });
      const senders = (anonymous_links: boolean) =>
        dataOf(ada.caller.patch(`/rooms/${room.id}`, { anonymous_links }), 200);
      expect(await senders(true)).toMatchObject({ anonymous_links: true });
      const begun = await ada.caller.post('/rooms', { name: 'Silent', classification: 'C1', anonymous_links: true });
      expect(begun.data).toMatchObject({ anonymous_links: true });
      expect(room).toMatchObject({ anonymous_links: false });
      const silent = await dataOf(world.visitor.get(`/shares/by-token/${link.token}`), 200);
      expect(silent).toMatchObject({ message: 'As we said.', shared_by: null, organisation: null });
      expect(await senders(false)).toMatchObject({ anonymous_links: false });
      expect(await dataOf(world.visitor.get(`/shares/by-token/${link.token}`), 200)).toEqual(look);
      expect(JSON.stringify(look)).not.toContain('Nora West');
      expect(look).not.toHaveProperty('recipient');
      const change = (body: object) => ada.caller.patch(`/shares/${link.id}`, body);
      expect(await dataOf(change({ name: null, message: 'Changed' }), 200)).toMatchObject({
        name: null,
        recipient: 'Nora West',
        message: 'Changed',
      });
      await expectRefusal(change({ name: 'n'.repeat(101) }), 400, 'VALIDATION_ERROR');
      await expectRefusal(change({ expires_at: '2001-01-01T00:00:00Z' }), 400, 'VALIDATION_ERROR');
      await expectRefusal(bob.caller.patch(`/shares/${link.id}`, { name: 'x' }), 403, 'INSUFFICIENT_ROOM_ROLE');
    },
  },
  {
    id: 'I8-share-changes',
    title:
      'lets a used-up link work again, ends it by a cap that equals its downloads, and leaves a revoked one revoked',
    codes: ['SHARE_ALREADY_USED', 'SHARE_EXHAUSTED', 'SHARE_REVOKED'],
    run: async ({ owner, visitor }) => {
      const link = await aLink(owner, await aFile(owner, await aRoom(owner)), { max_downloads: 2 });
      const redeem = () => visitor.post(`/shares/by-token/${link.token}/download`);
      const change = (body: object) => owner.patch(`/shares/${link.id}`, body);
      for (const _ of [1, 2]) await dataOf(redeem(), 200);
      await expectRefusal(redeem(), 410, 'SHARE_EXHAUSTED');
      await expectRefusal(change({ max_downloads: 1 }), 409, 'SHARE_ALREADY_USED');
      expect(await dataOf(change({ max_downloads: 3 }), 200)).toMatchObject({ status: 'active', download_count: 2 });
      await dataOf(redeem(), 200);
      await expectRefusal(redeem(), 410, 'SHARE_EXHAUSTED');
      expect((await dataOf(change({ max_downloads: null }), 200)).status).toBe('active');
      expect((await dataOf(change({ max_downloads: 3 }), 200)).status).toBe('exhausted');
      await dataOf(owner.delete(`/shares/${link.id}`), 200);
      await expectRefusal(change({ max_downloads: 9 }), 410, 'SHARE_REVOKED');
    },
  },
  {
    id: 'I8-share-changes',
    title: 'keeps the cap exact while it is raised and lowered among concurrent downloads',
    codes: ['SHARE_EXHAUSTED'],
    run: async ({ owner, visitor }) => {
      const link = await aLink(owner, await aFile(owner, await aRoom(owner)), { max_downloads: 2 });
      const redeem = () => visitor.post(`/shares/by-token/${link.token}/download`);
      const change = (max_downloads: number) => owner.patch(`/shares/${link.id}`, { max_downloads });
      const several = (n: number) => Array.from({ length: n }, redeem);
      const answers = await Promise.all([...several(4), change(5), ...several(4), change(3), ...several(4)]);
      const changes = answers.filter(({ data }) => data?.id === link.id);
      const downloads = answers.filter(({ status, data }) => status === 200 && data.id === undefined).length;
      const { max_downloads: cap, download_count: count } = await dataOf(owner.get(`/shares/${link.id}`), 200);
      expect(count).toBe(downloads);
      expect(changes.length).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(cap);
      // The downloads left are given out, to the last one.
      const left = await Promise.all(several(6));
      expect(left.filter(({ status }) => status === 200)).toHaveLength(cap - count);
    },
  },
  {
    id: 'I8-resume',
    title: 'gives another address for a counted download, without a key and without counting it again',
    codes: ['REDEMPTION_ENDED', 'SHARE_REVOKED', 'SHARE_NOT_FOUND'],
    run: async ({ owner, visitor }) => {
      const file = await aFile(owner, await aRoom(owner));
      const [link, other] = [await aLink(owner, file, { max_downloads: 1 }), await aLink(owner, file)];
      const resume = (token: string, redemption: unknown) =>
        visitor.post(`/shares/by-token/${token}/resume`, { redemption });
      const { redemption, iv, tag } = await dataOf(visitor.post(`/shares/by-token/${link.token}/download`), 200);
      const again = await dataOf(resume(link.token, redemption), 200);
      expect(again).toEqual({ download_url: again.download_url, expires_at: again.expires_at, iv, tag });
      expect(await (await visitor.object('GET', again.download_url)).text()).toBe(CONTENT);
      expect((await owner.get(`/shares/${link.id}`)).data.download_count).toBe(1);
      await expectRefusal(resume(other.token, redemption), 410, 'REDEMPTION_ENDED');
      await expectRefusal(resume(link.token, 'x'), 410, 'REDEMPTION_ENDED');
      await expectRefusal(resume('x', redemption), 404, 'SHARE_NOT_FOUND');
      await dataOf(owner.delete(`/shares/${link.id}`), 200);
      await expectRefusal(resume(link.token, redemption), 410, 'SHARE_REVOKED');
    },
  },
];
