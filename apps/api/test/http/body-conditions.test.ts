import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { ROUTES } from '../../src/http/routes.ts';
import { aPerson, aRoom } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const document: unknown = JSON.parse(JSON.stringify(openApiDocument(ROUTES, '1.2.3')));
ajv.addSchema(document as object, 'openapi');

/** Whether the document allows the body. */
const allows = (name: string, body: object): boolean =>
  ajv.validate({ $ref: `openapi#/components/schemas/${name}` }, body) === true;

/** Each combination of values of fields; a field whose value is undefined is left out. */
const combined = (fields: Readonly<Record<string, readonly unknown[]>>): readonly Record<string, unknown>[] =>
  Object.entries(fields).reduce<readonly Record<string, unknown>[]>(
    (bodies, [name, values]) =>
      bodies.flatMap((body) => values.map((value) => (value === undefined ? body : { ...body, [name]: value }))),
    [{}],
  );

let world: World;
let room: string;
let count = 0;
beforeAll(async () => {
  world = await startService({ externalOwners: 'on' });
  room = await aRoom(world.owner);
});
afterAll(() => world.stop());

const anEmail = (): string => `conditions-${++count}@example.com`;
const ENDS = [undefined, null, '2099-01-01T00:00:00Z'];
const ROLES = ['owner', 'contributor', 'viewer'];
const ORG_ROLES = ['owner', 'domain_admin', 'department_admin', 'security_officer', 'member', 'auditor'];
const NOTHING = '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35';
const SEALED_KEY = 'A'.repeat(80);
const PASSWORD = 'correct horse battery staple';

describe('a body that the document allows is accepted, and every other one is refused', () => {
  test.each([
    [
      'AddMemberBody',
      { role: ROLES, expires_at: ENDS },
      async (body: object) =>
        world.owner.post(`/rooms/${room}/members`, { user_id: (await aPerson(world)).id, ...body }),
      { user_id: '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35' },
      [8, 1],
    ],
    [
      'InviteToRoomBody',
      { role: ROLES, expires_at: ENDS },
      (body: object) => world.owner.post(`/rooms/${room}/invitations`, { email: anEmail(), ...body }),
      { email: 'ada@example.com' },
      [8, 1],
    ],
    [
      'InviteBody',
      { role: ORG_ROLES, external: [undefined, false, true] },
      (body: object) => world.owner.post('/users/invite', { email: anEmail(), ...body }),
      { email: 'ada@example.com' },
      [13, 5],
    ],
    [
      'EditUserBody',
      {
        name: [undefined, 'Ada'],
        external: [undefined, false],
        email: [undefined, 'ada@example.com'],
        waive_old: [undefined, true],
      },
      // Name and address take another caller each; both refuse after the fields.
      async (body: object) => {
        const answer = await world.owner.patch(`/users/${(await aPerson(world)).id}`, body);
        return { ...answer, status: answer.status === 403 ? 200 : answer.status };
      },
      {},
      [6, 10],
    ],
    [
      'StartSessionBody',
      { transport: [undefined, 'bearer', 'cookie', 'header', null] },
      async (body: object) => {
        const person = await aPerson(world);
        await person.session.post('/me/password', { new_password: PASSWORD });
        return world.visitor.post('/sessions', { email: person.email, password: PASSWORD, ...body });
      },
      { email: 'ada@example.com', password: PASSWORD },
      [2, 3],
    ],
    [
      'AcceptBody',
      { transport: [undefined, 'bearer', 'cookie', 'header', null] },
      async (body: object) => {
        // An unknown link is refused after the fields.
        const answer = await world.visitor.post('/invitations/accept', { token: 'x', name: 'Ada', ...body });
        return { ...answer, status: answer.body.error.code === 'INVITATION_NOT_FOUND' ? 200 : answer.status };
      },
      { token: 'x', name: 'Ada' },
      [2, 3],
    ],
    [
      'SightBody',
      {
        file_id: [undefined, NOTHING],
        folder_id: [undefined, NOTHING],
        to_folder: [undefined, ''],
        groups: [undefined, null],
      },
      async (body: object) => {
        // An unknown file or folder is refused after the fields.
        const answer = await world.owner.post(`/rooms/${room}/sight`, body);
        return { ...answer, status: answer.status === 404 ? 200 : answer.status };
      },
      {},
      [3, 13],
    ],
    [
      'RedeemBody',
      { redemption: [undefined, 'x'], cursor: [undefined, 'x'], items: [undefined, [0]] },
      async (body: object) => {
        // An unknown link is refused after the fields.
        const answer = await world.visitor.post('/shares/by-token/srl_x/download', body);
        return { ...answer, status: answer.status === 404 ? 200 : answer.status };
      },
      {},
      [4, 4],
    ],
    [
      'CreatePackageBody',
      {
        items: [[{}], [{ key: SEALED_KEY }], [{ key: SEALED_KEY, version: 1 }], [{ version: 1 }]].flatMap((mine) =>
          [[], [{ key: SEALED_KEY, version: 1 }], [{}]].map((more) =>
            [...mine, ...more].map((item, index) => ({ file_id: NOTHING.replace('3f', `3${index}`), ...item })),
          ),
        ),
      },
      async (body: object) => {
        // Unknown files are refused after the fields.
        const answer = await world.owner.post(`/rooms/${room}/packages`, { expires_in: 3600, ...body });
        return { ...answer, status: answer.status === 404 ? 200 : answer.status };
      },
      { expires_in: 3600 },
      [6, 6],
    ],
  ] as const)('for %s', async (name, fields, send, rest, [accepted, refused]) => {
    const counts = { accepted: 0, refused: 0 };
    const differ: string[] = [];
    for (const body of combined(fields)) {
      const isAllowed = allows(name, { ...rest, ...body });
      const { status } = await send(body);
      counts[status < 300 ? 'accepted' : 'refused']++;
      if (status < 300 !== isAllowed) differ.push(`${status} for ${JSON.stringify(body)}`);
    }
    expect(differ).toEqual([]);
    expect(counts).toEqual({ accepted, refused });
  });
});
