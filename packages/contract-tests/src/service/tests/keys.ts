import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { addMember, aFile, anUpload, aRoom } from '../world.ts';

const CLIENT = 'A'.repeat(43);
const NO_GRANT = { key_grant: null, key_grant_missing: null };

/** Promises about keys of people that also hold without a key service. */
export const keyPromises: readonly ServicePromise[] = [
  {
    id: 'I8-service',
    title: 'describes itself to a visitor, with null for a key service that it does not have',
    run: async ({ visitor }) => {
      expect(await dataOf(visitor.get('/service'), 200)).toMatchObject({
        name: 'Strongroom',
        version: expect.any(String),
        documents_url: expect.stringMatching(/^https?:/),
        sign_in: { password: expect.any(Boolean), oidc: expect.any(Boolean), device_code: expect.any(Boolean) },
        mail_sent: expect.any(Boolean),
        key_service: null,
        limits: { file_bytes: 104_857_600 },
      });
    },
  },
  {
    id: 'I8-key-grant',
    title: 'takes the thumbprint of a client wherever a wrapped key is released',
    codes: ['VALIDATION_ERROR'],
    run: async ({ owner, visitor }) => {
      const room = await aRoom(owner);
      const announced = { name: 'a', size: 5, content_type: 'text/plain', client_jkt: CLIENT };
      const { file_id: pending, ...upload } = await dataOf(
        owner.post(`/rooms/${room.id}/files/upload-url`, announced),
        200,
      );
      expect(upload).toMatchObject(NO_GRANT);
      const renewed = await dataOf(owner.post(`/files/${pending}/key-grant`, { client_jkt: CLIENT }), 200);
      expect(renewed).toEqual({
        file_id: pending,
        wrapped_dek: upload.wrapped_dek,
        kms_key_id: upload.kms_key_id,
        wrapped_dek_aad: null,
        ...NO_GRANT,
      });
      const file = await aFile(owner, room);
      const path = `/files/${file.id}`;
      expect(await dataOf(owner.get(`${path}/download-url?client_jkt=${CLIENT}`), 200)).toMatchObject(NO_GRANT);
      const { token } = await dataOf(owner.post(`${path}/share`, { expires_in: 60 }));
      const redeemed = visitor.post(`/shares/by-token/${token}/download`, { client_jkt: CLIENT });
      expect(await dataOf(redeemed, 200)).toMatchObject(NO_GRANT);
      await expectRefusal(owner.post(`${path}/key-grant`, {}), 400, 'VALIDATION_ERROR');
      await expectRefusal(owner.post(`${path}/key-grant`, { op: 'open' }), 400, 'VALIDATION_ERROR');
      expect(await dataOf(owner.post(`${path}/key-grant`, { op: 'export' }), 200)).toMatchObject({
        file_id: file.id,
        wrapped_dek: expect.any(String),
        ...NO_GRANT,
      });
      const log = await owner.get(`/audit-events?room_id=${room.id}&type=file.key_granted`);
      expect(log.list[0]).toMatchObject({ target: { id: file.id }, data: { op: 'export' } });
      await expectRefusal(owner.post(`${path}/key-grant`, { client_jkt: 'x' }), 400, 'VALIDATION_ERROR');
      await expectRefusal(owner.get(`${path}/download-url?client_jkt=x`), 400, 'VALIDATION_ERROR');
    },
  },
  {
    id: 'I8-key-grant',
    title: 'grants a key again by the state of the file and the rights of the caller',
    codes: ['UPLOAD_NOT_CONFIRMED', 'FILE_ALREADY_CONFIRMED', 'FILE_NOT_FOUND', 'INSUFFICIENT_SCOPE'],
    run: async (world) => {
      const [ada, eve] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      const { file_id: pending } = await anUpload(ada.caller, room);
      const file = await aFile(ada.caller, room);
      const ask = (by: typeof ada.caller, id: string, op?: string) =>
        by.post(`/files/${id}/key-grant`, { client_jkt: CLIENT, op });
      await dataOf(ask(ada.caller, pending, 'seal'), 200);
      for (const op of ['open', 'export']) {
        await expectRefusal(ask(ada.caller, pending, op), 409, 'UPLOAD_NOT_CONFIRMED');
        await dataOf(ask(ada.caller, file.id, op), 200);
      }
      await expectRefusal(ask(ada.caller, file.id, 'seal'), 409, 'FILE_ALREADY_CONFIRMED');
      await expectRefusal(ask(eve.caller, file.id), 404, 'FILE_NOT_FOUND');
      await addMember(ada.caller, room, eve, 'viewer');
      await dataOf(ask(eve.caller, file.id), 200);
      await expectRefusal(ask(eve.caller, pending), 404, 'FILE_NOT_FOUND');
      for (const [scope, allowed, denied] of [
        ['write:files', pending, file.id],
        ['download:files', file.id, pending],
      ] as const) {
        const { token } = await dataOf(ada.caller.post('/tokens', { name: 'x', scopes: [scope] }), 201);
        await dataOf(ask(world.visitor.as(token), allowed), 200);
        await expectRefusal(ask(world.visitor.as(token), denied), 403, 'INSUFFICIENT_SCOPE');
      }
    },
  },
  {
    id: 'I8-key-person',
    title: 'links no user without the signature of a key service, and no API token',
    codes: ['LINK_INVALID', 'INSUFFICIENT_SCOPE', 'INSUFFICIENT_ROLE'],
    run: async (world) => {
      const [ada, officer] = [await world.person(), await world.person('security_officer')];
      expect((await ada.caller.get('/me')).data).toMatchObject({ key_person: null });
      await expectRefusal(ada.session.post('/me/key-person', { link: 'a.b.c' }), 403, 'LINK_INVALID');
      await expectRefusal(ada.caller.post('/me/key-person', { link: 'a.b.c' }), 403, 'INSUFFICIENT_SCOPE');
      expect((await ada.caller.get('/me')).data).toMatchObject({ key_person: null });
      await expectRefusal(ada.caller.delete(`/users/${ada.id}/key-person`), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(officer.caller.delete(`/users/${officer.id}/key-person`), 403, 'INSUFFICIENT_ROLE');
      expect(await dataOf(officer.caller.delete(`/users/${ada.id}/key-person`), 200)).toMatchObject({ id: ada.id });
    },
  },
  {
    id: 'I8-identity',
    title: 'unlinks users from an identity provider, also where none was linked',
    codes: ['INSUFFICIENT_SCOPE', 'INSUFFICIENT_ROLE', 'USER_NOT_FOUND'],
    run: async (world) => {
      const [ada, admin] = [await world.person(), await world.person('domain_admin')];
      const officer = await world.person('security_officer');
      expect((await ada.caller.get('/me')).data).toMatchObject({ identity_linked: false });
      expect(await dataOf(ada.session.delete('/me/identity'), 200)).toMatchObject({ id: ada.id });
      await expectRefusal(ada.caller.delete('/me/identity'), 403, 'INSUFFICIENT_SCOPE');
      for (const [by, of] of [
        [ada, officer],
        [admin, ada],
        [officer, officer],
      ] as const)
        await expectRefusal(by.caller.delete(`/users/${of.id}/identity`), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(officer.caller.delete('/users/x/identity'), 404, 'USER_NOT_FOUND');
      expect(await dataOf(officer.caller.delete(`/users/${ada.id}/identity`), 200)).toMatchObject({ id: ada.id });
    },
  },
];
