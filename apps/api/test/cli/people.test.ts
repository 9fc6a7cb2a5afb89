import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { totpAt } from '@strongroom/test-servers/totp';
import { build } from '../support/built.ts';
import { aPerson, mailedSecret } from '../support/people-of-process.ts';
import { anOffice, type Office } from './desk.ts';
import { QuickDesk } from './quick-desk.ts';

let office: Office;
beforeAll(async () => {
  await build();
  office = await anOffice(undefined, QuickDesk);
});
afterAll(() => office.end());

const CONFIG = '.config/strongroom/config.json';

test('login verifies the token, then stores it for its user only', async () => {
  const desk = await office.stranger('newcomer');
  const wrong = await desk.run(['login', office.url], { input: `srt_${'x'.repeat(49)}\n` });
  expect(wrong.code).toBe(3);
  expect(wrong.err).toContain('Sign in with `strongroom login`.');
  expect(await readdir(desk.home)).toEqual([]);
  await desk.output(['login', office.url], { input: office.token });
  expect((await stat(join(desk.home, CONFIG))).mode & 0o777).toBe(0o600);
  expect((await stat(join(desk.home, '.config/strongroom'))).mode & 0o777).toBe(0o700);
  expect(await desk.json(['whoami'])).toMatchObject({ role: 'owner', service: office.url, keys: null });
  await desk.output(['logout']);
  expect((await desk.run(['rooms'])).code).toBe(3);
});

test('login takes an e-mail address and a password, and makes a token', async () => {
  const { email, session } = await aPerson(office.caller, office.place.data);
  const password = 'correct horse battery staple';
  const set = await office.caller.as(session).post('/me/password', { new_password: password });
  expect(set.status).toBe(200);
  const desk = await office.stranger('by-password');
  const wrong = await desk.run(['login', office.url, '--email', email], { input: 'wrong wrong wrong\n' });
  expect([wrong.code, await readdir(desk.home)]).toEqual([3, []]);
  await desk.output(['login', office.url, '--email', email], { input: `${password}\n` });
  expect(await desk.json(['whoami'])).toMatchObject({ email });
  const config = await readFile(join(desk.home, CONFIG), 'utf8');
  expect(config).toContain('srt_');
  expect(config).not.toContain(password);
});

test('login asks for the code of a second factor after the password, or takes it from the second line', async () => {
  const { email, session } = await aPerson(office.caller, office.place.data);
  const password = 'correct horse battery staple';
  const ada = office.caller.as(session);
  await ada.post('/me/password', { new_password: password });
  const { state, totp } = (await ada.post('/me/second-factor/options')).body.data;
  const code = totpAt(totp.secret, Date.now());
  const added = await ada.post('/me/second-factor', { state, code });
  expect(added.status).toBe(201);
  const [first, second] = added.body.data.recovery_codes;
  const desk = await office.stranger('second-factor');
  const login = ['login', office.url, '--email', email];
  const without = await desk.run(login, { input: `${password}\n` });
  expect([without.code === 0, without.err]).toEqual([false, expect.stringContaining('a second factor is needed')]);
  // It was used when the program was added.
  const used = await desk.run(login, { input: `${password}\n${code}\n` });
  expect([used.code, used.err]).toEqual([3, expect.stringContaining('used already')]);
  await desk.output(login, { input: `${password}\n${first}\n` });
  expect(await desk.json(['whoami'])).toMatchObject({ email });
  const again = await desk.run(login, { input: `${password}\n${first}\n` });
  expect(again.code).toBe(3);
  await desk.output(login, { input: `${password}\n${second}\n` });
  expect((await desk.run(['users', 'unlink', email, '--second-factor'])).code).not.toBe(0);
  expect(await office.owner.json(['users', 'unlink', email, '--second-factor'])).toMatchObject({ email });
  await desk.output(login, { input: `${password}\n` });
});

test('a user unlinks their account of the organisation with their password, and an administrator that of others', async () => {
  const { email, session } = await aPerson(office.caller, office.place.data);
  const password = 'correct horse battery staple';
  await office.caller.as(session).post('/me/password', { new_password: password });
  const desk = await office.stranger('unlinked');
  await desk.output(['login', office.url, '--email', email], { input: `${password}\n` });
  const wrong = await desk.run(['users', 'unlink', 'me'], { input: 'wrong wrong wrong\n' });
  expect([wrong.code, wrong.err]).toEqual([3, expect.stringContaining('password is wrong')]);
  expect((await desk.run(['users', 'unlink', 'me'], { input: '\n' })).code).not.toBe(0);
  expect(await desk.json(['users', 'unlink', 'me'], { input: `${password}\n` })).toMatchObject({ email });
  expect((await office.caller.as(session).get('/me')).status).toBe(200);
  expect((await desk.run(['users', 'unlink', 'owner@strongroom.local'])).code).toBe(4);
  expect(await office.owner.json(['users', 'unlink', email])).toMatchObject({ email });
});

test('logout revokes the stored token, and not the one in the environment', async () => {
  const desk = await office.stranger('leaver');
  const stored = (await office.owner.output(['tokens', 'create', 'stored'])).trim();
  const other = (await office.owner.output(['tokens', 'create', 'other'])).trim();
  const as = (token: string) => desk.run(['rooms'], { env: { STRONGROOM_URL: office.url, STRONGROOM_TOKEN: token } });
  await desk.output(['login', office.url], { input: stored });
  const env = { STRONGROOM_TOKEN: other, STRONGROOM_URL: 'http://127.0.0.1:9' };
  const result = await desk.run(['logout', '--revoke', '--json'], { env });
  expect(result).toMatchObject({ code: 0, err: 'STRONGROOM_TOKEN is set: commands use it until it is unset.\n' });
  expect(JSON.parse(result.out)).toEqual({ signed_out: true, revoked: true });
  expect((await as(stored)).code).toBe(3);
  expect((await as(other)).code).toBe(0);
  expect(await desk.json(['logout', '--revoke'])).toEqual({ signed_out: false, revoked: false });
  expect((await as(other)).code).toBe(0);
});

test('logout ends a stored session', async () => {
  const { session } = await aPerson(office.caller, office.place.data);
  const desk = await office.stranger('visitor');
  await desk.output(['login', office.url], { input: session });
  expect(await desk.output(['logout', '--revoke'])).toBe('signed out\n');
  const env = { STRONGROOM_URL: office.url, STRONGROOM_TOKEN: session };
  expect((await desk.run(['whoami'], { env })).code).toBe(3);
});

test('the command line refuses a file that others can read, without printing its token', async () => {
  const desk = await office.stranger('careless');
  await desk.output(['login', office.url], { input: office.token });
  await writeFile(join(desk.home, 'config.json'), await readFile(join(desk.home, CONFIG)), { mode: 0o644 });
  const { code, out, err } = await desk.run(['rooms'], { env: { STRONGROOM_CONFIG: 'config.json' } });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('others can read it');
  expect(err).not.toContain(office.token.slice(0, 20));
});

test('the command line prefers the environment to the stored login, and sends a token only to its own service', async () => {
  const desk = await office.stranger('environment');
  const env = { STRONGROOM_URL: office.url, STRONGROOM_TOKEN: office.token };
  expect(await desk.json(['whoami'], { env })).toMatchObject({ role: 'owner' });
  await desk.output(['login', office.url], { input: office.token });
  const elsewhere = await desk.run(['rooms'], { env: { STRONGROOM_URL: 'http://127.0.0.1:9' } });
  expect(elsewhere.code).toBe(3);
  expect(elsewhere.err).toContain('STRONGROOM_URL names another service');
  expect(await desk.json(['rooms'], { env: { STRONGROOM_URL: `${office.url}/api/v1/` } })).toEqual([]);
});

test('login reports a service that is not running', async () => {
  const desk = await office.stranger('offline');
  const env = { STRONGROOM_URL: 'http://127.0.0.1:9', STRONGROOM_TOKEN: office.token };
  const { code, err } = await desk.run(['rooms'], { env });
  expect(code).toBe(6);
  expect(err).toBe(
    'strongroom: The service at http://127.0.0.1:9 cannot be reached, or the connection broke. Look whether it runs, and run the command again.\n',
  );
  const insecure = await desk.run(['rooms'], { env: { ...env, STRONGROOM_URL: 'http://rooms.example.com' } });
  expect(insecure.code).toBe(2);
  expect(insecure.err).toContain('--insecure');
});

test('users of different clearance see different files of one room, and no trace of the others', async () => {
  const { owner } = office;
  const { desk, email } = await office.person('member');
  await owner.write({ 'plan.txt': 'for all', 'price.txt': 'for few' });
  await owner.output(['rooms', 'create', 'Merger', '--label', 'C2']);
  await owner.output(['put', 'Merger', 'plan.txt']);
  const [secret = ''] = (await owner.output(['put', 'Merger', 'price.txt', '--label', 'C4'])).split('\t');
  expect(await owner.output(['members', 'add', 'Merger', email])).toMatch(/^[0-9a-f-]{36}\n$/);
  const paths = async (of: typeof owner) => (await of.json(['ls', 'Merger'])).map(({ name }: { name: string }) => name);
  expect(await paths(owner)).toEqual(['plan.txt', 'price.txt']);
  expect(await paths(desk)).toEqual(['plan.txt']);
  expect(await desk.output(['get', 'Merger', 'plan.txt', '--to', '-'])).toBe('for all');
  const hidden = await desk.run(['get', 'Merger', secret]);
  const absent = await desk.run(['get', 'Merger', secret.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))]);
  expect(hidden).toEqual(absent);
  expect(hidden.code).toBe(5);
  const byName = await desk.run(['get', 'Merger', 'price.txt']);
  expect(byName).toMatchObject({ code: 5, err: expect.stringContaining('there is no file "price.txt"') });
  await desk.write({ 'mine.txt': 'x' });
  const refused = await desk.run(['put', 'Merger', 'mine.txt']);
  expect(refused).toMatchObject({ code: 4, out: '' });
  expect(await owner.output(['explain', email, 'file.download', '--file', secret])).toMatch(
    /^file\.download: denied for .*, the caller below\n/,
  );
  await owner.output(['users', 'clearance', email, 'C4']);
  expect(await paths(desk)).toEqual(['plan.txt', 'price.txt']);
});

test('the command line invites a user who accepts, works, and is deactivated', async () => {
  const { owner } = office;
  const email = 'ada@rooms.example';
  const desk = await office.stranger('ada');
  await owner.output(['invite', email]);
  const secret = await mailedSecret(office.place.data, email);
  const link = `${office.url}/activate#token=${secret}`;
  const accepted = await desk.json(['accept', 'Ada'], { input: `${link}\na long pass phrase\n` });
  expect(accepted).toMatchObject({ name: 'Ada', email, status: 'active' });
  expect(JSON.stringify(accepted)).not.toMatch(/sr[tsi]_/);
  expect(await desk.json(['whoami'])).toMatchObject({ email, role: 'member' });
  expect(await owner.json(['users', 'list', '--email', email])).toMatchObject([{ name: 'Ada' }]);
  await owner.output(['users', 'role', email, 'auditor']);
  expect(await desk.json(['whoami'])).toMatchObject({ role: 'auditor' });
  await owner.output(['deactivate', email]);
  expect((await desk.run(['rooms'])).code).toBe(3);
  expect(await owner.json(['reactivate', email])).toMatchObject({ status: 'active' });
});

test('the command line erases a user after the address is typed, and a script says yes', async () => {
  const { owner } = office;
  const { email, id } = await office.person();
  const refused = await owner.run(['users', 'erase', email]);
  expect([refused.code === 0, refused.err]).toEqual([false, expect.stringContaining('--yes')]);
  expect(await owner.json(['users', 'erase', email, '--yes'])).toMatchObject({ id, name: 'erased user' });
  expect(await owner.json(['users', 'list', '--email', email])).toEqual([]);
  expect((await owner.run(['reactivate', id])).err).toContain('erased');
});

test('the command line creates, fills, empties and deletes org units by name', async () => {
  const { owner } = office;
  const { email, id } = await office.person();
  await owner.output(['units', 'create', 'Berlin']);
  await owner.output(['units', 'create', 'Legal', '--below', 'Berlin']);
  await owner.output(['units', 'add', 'Legal', email, '--role', 'department_admin']);
  expect(await owner.json(['units', 'members', 'Legal'])).toMatchObject([{ user_id: id, role: 'department_admin' }]);
  expect((await owner.run(['units', 'delete', 'Legal'])).code).toBe(4);
  await owner.output(['units', 'remove', 'Legal', email]);
  await owner.output(['units', 'rename', 'Legal', 'Law']);
  await owner.output(['units', 'delete', 'Law']);
  expect((await owner.run(['units', 'members', 'Law'])).code).toBe(5);
});

test('the command line limits a token to its scopes, and revokes it by name', async () => {
  const { owner } = office;
  const made = (
    await owner.output(['tokens', 'create', 'reader', '--scope', 'read:rooms', '--expires-in', '1d'])
  ).trim();
  expect(made).toMatch(/^srt_\w{49}$/);
  const env = { STRONGROOM_URL: office.url, STRONGROOM_TOKEN: made };
  const desk = await office.stranger('reader');
  expect((await desk.run(['rooms'], { env })).code).toBe(0);
  expect((await desk.run(['users'], { env })).code).toBe(4);
  expect((await owner.run(['tokens', 'create', 'x', '--scope', 'read:everything'])).code).toBe(2);
  await owner.output(['tokens', 'revoke', 'reader']);
  expect((await desk.run(['rooms'], { env })).code).toBe(3);
});

test('the command line prints the link of an invitation to a user who may read the mails of the service', async () => {
  const { owner, place } = office;
  const shown = await owner.output(['invite', 'link@rooms.example', '--show-link', '--data-dir', place.data]);
  const [id = '', link = ''] = shown.split('\n');
  const [user] = await owner.json(['users', 'list', '--email', 'link@rooms.example']);
  expect(user.id).toBe(id);
  expect(link).toMatch(/^http.*\/activate#token=sri_\w+$/);
  const desk = await office.stranger('linked');
  await desk.output(['accept', 'Lin'], { input: `${link}\na long pass phrase\n` });
  const elsewhere = await owner.run(['invite', 'nolink@rooms.example', '--show-link', '--data-dir', owner.home]);
  expect(elsewhere).toMatchObject({ code: 1, err: expect.stringContaining('the user is invited, and') });
});

test('the command line revokes an open invitation, whose link then opens nothing', async () => {
  const { owner } = office;
  await owner.output(['invite', 'late@rooms.example']);
  const secret = await mailedSecret(office.place.data, 'late@rooms.example');
  expect(await owner.json(['users', 'uninvite', 'late@rooms.example'])).toMatchObject({ status: 'invited' });
  const desk = await office.stranger('late');
  const refused = await desk.run(['accept', 'Late'], {
    input: `${office.url}/activate#token=${secret}\na long pass phrase\n`,
  });
  expect(refused).toMatchObject({ code: 5, err: expect.stringContaining('There is no such invitation') });
});

test('changes the name of oneself, and who is of another organisation', async () => {
  const { desk, email } = await office.person();
  expect(await desk.json(['users', 'edit', 'me', '--name', 'Ada King'])).toMatchObject({ name: 'Ada King' });
  expect((await desk.run(['users', 'edit', 'me', '--external', 'yes'])).code).toBe(4);
  expect(await office.owner.json(['users', 'edit', email, '--external', 'yes'])).toMatchObject({ external: true });
  expect(await office.owner.json(['users', 'edit', email, '--external', 'no'])).toMatchObject({ external: false });
});

test('the command line invites a person to a room by address, with a word of the inviter, for a while', async () => {
  const { owner } = office;
  await owner.output(['rooms', 'create', 'Bids']);
  const terms = ['--role', 'contributor', '--for', '30d', '--message', 'As we said on Monday.'];
  const member = await owner.json(['members', 'invite', 'Bids', 'ben@bidder.example', ...terms]);
  expect(member).toMatchObject({ role: 'contributor', user: { status: 'invited' }, expires_at: expect.any(String) });
  const secret = await mailedSecret(office.place.data, 'ben@bidder.example');
  const mails = (await readdir(join(office.place.data, 'mail'))).filter((name) => name.endsWith('.eml'));
  const texts = await Promise.all(mails.map((name) => readFile(join(office.place.data, 'mail', name), 'utf8')));
  expect(texts.find((text) => text.includes(secret))).toContain('writes:\r\n> As we said on Monday.\r\n');
  const desk = await office.stranger('ben');
  await desk.output(['accept', 'Ben'], { input: `${office.url}/activate#token=${secret}\na long pass phrase\n` });
  expect(await desk.json(['whoami'])).toMatchObject({ external: true });
  expect(await desk.json(['rooms'])).toMatchObject([{ name: 'Bids', my_role: 'contributor' }]);
  const refused = await owner.run(['members', 'invite', 'Bids', 'x@bidder.example', '--message', 'a\u001b[2J']);
  expect(refused).toMatchObject({ code: 4, err: expect.stringContaining('Message must not hold control') });
});

test('accepting needs a name, which a script gives before anything is read', async () => {
  const desk = await office.stranger('nameless');
  const refused = await desk.run(['accept'], { input: 'x' });
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('NAME is missing') });
});

test('a user lists their sessions, and ends one and all others', async () => {
  const { email, session } = await aPerson(office.caller, office.place.data);
  const password = 'correct horse battery staple';
  await office.caller.as(session).post('/me/password', { new_password: password });
  const signIn = async (): Promise<string> =>
    (await office.caller.post('/sessions', { email, password })).body.data.token;
  const env = { STRONGROOM_URL: office.url, STRONGROOM_TOKEN: await signIn() };
  const others = [await signIn(), await signIn()];
  const desk = await office.stranger('many-sessions');
  const listed = async () => desk.json(['sessions'], { env });
  const all = await listed();
  expect(all.map(({ current }: { current: boolean }) => current)).toEqual(expect.arrayContaining([true, false, false]));
  const { id } = all.find(({ current }: { current: boolean }) => !current);
  expect(await desk.json(['sessions', 'end', id], { env })).toMatchObject({ id });
  expect(await listed()).toHaveLength(all.length - 1);
  await desk.output(['sessions', 'end', 'others'], { env });
  expect(await listed()).toMatchObject([{ current: true }]);
  for (const STRONGROOM_TOKEN of others)
    expect((await desk.run(['whoami'], { env: { ...env, STRONGROOM_TOKEN } })).code).toBe(3);
});

test('an administrator lists the sessions of a user, and ends one or all', async () => {
  const { email, session } = await aPerson(office.caller, office.place.data);
  const password = 'correct horse battery staple';
  await office.caller.as(session).post('/me/password', { new_password: password });
  const signIn = async (): Promise<string> =>
    (await office.caller.as(session).post('/sessions', { email, password })).body.data.token;
  const [second, third] = [await signIn(), await signIn()];
  const states = async () =>
    Promise.all([session, second, third].map(async (one) => (await office.caller.as(one).get('/me')).status));
  const [newest] = (await office.owner.output(['users', 'sessions', email])).split('\n').filter((line) => line !== '');
  expect(newest).toContain('127.0.0.1');
  const listed = await office.owner.json(['users', 'sessions', email]);
  expect(listed).toHaveLength(3);
  await office.owner.output(['users', 'sign-out', email, '--session', listed[0].id]);
  expect(await states()).toEqual([200, 200, 401]);
  expect((await office.owner.output(['users', 'sign-out', email])).trim()).toBe('2');
  expect(await states()).toEqual([401, 401, 401]);
  expect(await office.owner.output(['users', 'sessions', email])).toBe('');
});
