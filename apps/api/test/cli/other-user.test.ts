import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BothServices } from '../support/both-services.ts';
import { anotherMachine, endMachines, SECRETS_IN_REACH, secretsReadBy } from './another-machine.ts';
import { Desk } from './desk.ts';

const EMAIL = 'bob@bidder.example';
const PASSWORD = 'a long pass phrase';

let both: BothServices;
let owner: Desk;

beforeAll(async () => {
  both = await BothServices.start();
  owner = new Desk(join(both.place.folder, 'owner'));
  await mkdir(owner.home, { mode: 0o700 });
  await owner.output(['login', both.url], { input: await both.ownerToken() });
  await owner.output(['rooms', 'create', 'Falcon', '--label', 'C1']);
});
afterAll(async () => {
  await both.end();
  await endMachines();
});

describe('another user of the operating system, without access to the data of the services', () => {
  test('is invited to a room by mail, signs in, and puts, gets and shares', async () => {
    await owner.output(['members', 'invite', 'Falcon', EMAIL, '--role', 'contributor']);
    const bob = await anotherMachine({ 'plan.txt': 'the plan' });
    const link = `${both.url}/activate#token=${await both.mailedSecret(EMAIL)}`;
    await bob.output(['accept', 'Bob'], { input: `${link}\n${PASSWORD}\n` });
    await bob.output(['logout', '--revoke']);
    const refused = await bob.run(['put', 'Falcon', 'plan.txt']);
    expect(refused.code).toBe(3);

    await bob.output(['login', both.url, '--email', EMAIL], { input: `${PASSWORD}\n` });
    expect(await bob.json(['whoami'])).toMatchObject({
      email: EMAIL,
      external: true,
      keys: { kind: 'key-service', url: both.keysUrl },
    });
    await bob.output(['put', 'Falcon', 'plan.txt']);
    await bob.output(['get', 'Falcon', 'plan.txt', '--to', 'back.txt']);
    expect(await readFile(join(bob.home, 'back.txt'), 'utf8')).toBe('the plan');
    const shared = (await bob.output(['share', 'Falcon', 'plan.txt'])).trim();
    const outsider = await anotherMachine();
    await outsider.output(['fetch', shared, '--to', 'shared.txt']);
    expect(await readFile(join(outsider.home, 'shared.txt'), 'utf8')).toBe('the plan');
    await owner.output(['get', 'Falcon', 'plan.txt', '--to', 'of-bob.txt']);
    expect(await readFile(join(owner.home, 'of-bob.txt'), 'utf8')).toBe('the plan');
  });

  test('is led back to the key service, after the choice of a keyring that they cannot read', async () => {
    const dora = await anotherMachine({ 'mine.txt': 'of Dora' });
    await owner.output(['members', 'invite', 'Falcon', 'dora@bidder.example', '--role', 'contributor']);
    const link = `${both.url}/activate#token=${await both.mailedSecret('dora@bidder.example')}`;
    await dora.output(['accept', 'Dora'], { input: `${link}\n${PASSWORD}\n` });
    await dora.output(['keys', 'use', '--data-dir', 'nowhere']);
    const put = ['put', 'Falcon', 'mine.txt', '--to', 'dora'];
    const refused = await dora.run(put);
    expect([refused.code, refused.err]).toEqual([8, expect.stringContaining('`strongroom keys use --key-service`')]);
    const [there = ''] = SECRETS_IN_REACH;
    // The keyring can be read where this process cannot choose another user.
    const direct = await dora.run([...put, '--data-dir', both.place.data]);
    expect(direct.code).toBe(there === '' ? 8 : 0);
    expect((await dora.run(['keys', 'use', '--key-service', '--cloud-kms'])).code).toBe(2);
    const chosen = await dora.json(['keys', 'use', '--key-service']);
    expect(chosen).toMatchObject({ kind: 'key-service', url: both.keysUrl });
    await dora.output([...put, '--keep-both']);
  });

  test('reads no key, mail or database of the services', async () => {
    expect(await secretsReadBy('here', both.place)).toContain('keys');
    expect(await secretsReadBy('elsewhere', both.place)).toEqual(SECRETS_IN_REACH);
  });
});
