import { expect } from '@jest/globals';
import type { Reply } from '../support/caller.ts';
import { aFile, aLink, anEmail, aRoom, given, mailedSecret, redeem, times } from '../support/people-of-process.ts';
import { type Cluster, there } from './cluster.ts';
import { everything } from './load.ts';

export const codeOf = ({ status, body }: Reply): string => body?.error?.code ?? String(status);

/** Number of occurrences of each outcome. */
export function tally(outcomes: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const each of outcomes) counts[each] = (counts[each] ?? 0) + 1;
  return counts;
}

/** Redeems a link concurrently, distributed over all processes. */
export async function redeems(cluster: Cluster, number: number, cap: number): Promise<void> {
  const { id, token } = await cluster.link(cap);
  const replies = await Promise.all(times(number, (index) => redeem(cluster.at(index).as(undefined), token)));
  expect(tally(replies.map(codeOf))).toEqual({ 200: cap, SHARE_EXHAUSTED: number - cap });
  expect(await given(cluster.owner.get(`/shares/${id}`))).toMatchObject({ download_count: cap, status: 'exhausted' });
  const { items } = await everything(cluster.owner, '/audit-events?type=share.redeemed');
  const downloads = items.filter(({ target }) => target.id === id).map(({ data }) => data.download);
  expect(downloads.toSorted((a, b) => a - b)).toEqual(times(cap, (index) => index + 1));
}

/**
 * Redeems a link to two files concurrently. Each counted download is continued on another process, and with no other link; the
 * key of each file goes out once for each of them.
 */
export async function redeemsSeveral(cluster: Cluster, number: number, cap: number): Promise<void> {
  const { owner } = cluster;
  const room = await aRoom(owner);
  const files = [await aFile(owner, room), await aFile(owner, room)];
  const items = files.map(({ id }) => ({ file_id: id }));
  const terms = { expires_in: 3600, max_downloads: cap, items };
  const link = await given(owner.post(`/rooms/${room.id}/packages`, terms));
  const other = await given(owner.post(`/rooms/${room.id}/packages`, terms));
  const replies = await Promise.all(times(number, (index) => redeem(cluster.at(index).as(undefined), link.token)));
  expect(tally(replies.map(codeOf))).toEqual({ 200: cap, SHARE_EXHAUSTED: number - cap });
  const redemptions = replies.flatMap(({ status, body }) => (status === 200 ? [body.meta.redemption] : []));
  expect(new Set(redemptions).size).toBe(cap);
  const continued = (token: string): Promise<readonly Reply[]> =>
    Promise.all(
      redemptions.map((redemption, index) =>
        cluster
          .at(index + 1)
          .as(undefined)
          .post(`/shares/by-token/${token}/download`, { redemption, items: [1] }),
      ),
    );
  const pages = await continued(link.token);
  expect(tally(pages.map(codeOf))).toEqual({ 200: cap });
  expect(pages.filter(({ text }) => text.includes('wrapped_dek'))).toEqual([]);
  expect(tally((await continued(other.token)).map(codeOf))).toEqual({ INVALID_CURSOR: cap });
  expect(await given(owner.get(`/shares/${link.id}`))).toMatchObject({ download_count: cap, status: 'exhausted' });
  expect(await given(owner.get(`/shares/${other.id}`))).toMatchObject({ download_count: 0, status: 'active' });
  const events = (await everything(owner, '/audit-events?type=share.redeemed')).items;
  for (const { id } of files) {
    const own = events.filter(({ target, data }) => target.id === link.id && data.file_id === id);
    const downloads = own.map(({ data }) => data.download);
    expect(downloads.toSorted((a, b) => a - b)).toEqual(times(cap, (index) => index + 1));
  }
}

/** Uses up a token's limit of a minute: exactly a thousand requests pass, each with its own remaining count. */
export async function usesUpAMinute(cluster: Cluster, number: number): Promise<void> {
  const { token } = await cluster.person();
  const replies = await Promise.all(times(number, (index) => cluster.at(index, token).get('/me')));
  expect(tally(replies.map(codeOf))).toEqual({ 200: 1000, RATE_LIMIT_EXCEEDED: number - 1000 });
  const passed = replies.filter(({ status }) => status === 200);
  const remaining = passed.map(({ headers }) => Number(headers.get('X-RateLimit-Remaining')));
  expect(remaining.toSorted((a, b) => a - b)).toEqual(times(1000, (index) => index));
  expect(new Set(replies.map(({ headers }) => headers.get('X-RateLimit-Reset'))).size).toBe(1);
  for (const { status, headers } of replies) {
    if (status !== 429) continue;
    expect(headers.get('X-RateLimit-Remaining')).toBe('0');
    expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
  }
}

/** Repeats one request under one key on all processes at once, and again while it was still running. */
export async function repeats(cluster: Cluster, number: number): Promise<void> {
  const [name, key] = [`room ${crypto.randomUUID()}`, { 'Idempotency-Key': crypto.randomUUID() }];
  const create = async (index: number): Promise<Reply> => {
    for (;;) {
      const reply = await cluster.at(index).post('/rooms', { name, classification: 'C2' }, key);
      if (codeOf(reply) !== 'IDEMPOTENCY_CONFLICT') return reply;
    }
  };
  const replies = await Promise.all(times(number, create));
  expect(tally(replies.map(codeOf))).toEqual({ 201: number });
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(replies.filter(({ headers }) => headers.get('Idempotency-Replayed') === null)).toHaveLength(1);
  const { items } = await everything(cluster.owner, '/rooms');
  expect(items.filter((room) => room.name === name)).toHaveLength(1);
}

/** Two owners of a room remove each other at the same moment, from different processes. */
export async function rivals(
  cluster: Cluster,
  ada: { id: string; token: string },
  bob: { id: string; token: string },
): Promise<void> {
  const room = await aRoom(cluster.at(0, ada.token));
  const path = `/rooms/${room.id}/members`;
  await given(cluster.at(0, ada.token).post(path, { user_id: bob.id, role: 'owner' }));
  const replies = await Promise.all([
    cluster.at(1, ada.token).delete(`${path}/${bob.id}`),
    cluster.at(2, bob.token).delete(`${path}/${ada.id}`),
  ]);
  expect(tally(replies.map(codeOf))).toEqual({ 200: 1, ROOM_NOT_FOUND: 1 });
  const winner = replies[0].status === 200 ? ada : bob;
  const { body } = await cluster.at(3, winner.token).get(path);
  expect(body).toMatchObject({ data: [{ user_id: winner.id, role: 'owner' }], meta: { total: 1 } });
}

/** Deactivates a user in one process; no later request in another process succeeds, whatever its credential. */
export async function deactivates(cluster: Cluster, number: number): Promise<void> {
  const bob = await cluster.person();
  const session = cluster.at(0, bob.session);
  const parent = cluster.at(0, bob.token);
  const { token: child } = await given(parent.post('/tokens', { name: 'child' }));
  const { token: scoped } = await given(session.post('/tokens', { name: 'scoped', scopes: ['read:rooms'] }));
  const { token: link } = await aLink(parent, await aFile(parent, await aRoom(parent)));
  const email = anEmail();
  const invited = await given(cluster.owner.post('/users/invite', { email, role: 'member' }));
  const invitation = await mailedSecret(cluster.place.data, email);

  type Ask = (process: number) => Promise<Reply>;
  const asks: Readonly<Record<string, Ask>> = {
    token: (process) => cluster.at(process, bob.token).get('/rooms'),
    child: (process) => cluster.at(process, child).get('/me'),
    scoped: (process) => cluster.at(process, scoped).get('/rooms'),
    session: (process) => cluster.at(process, bob.session).post('/rooms', { name: 'late', classification: 'C1' }),
    link: (process) => redeem(cluster.at(process).as(undefined), link),
  };
  const accept: Ask = (process) =>
    cluster.at(process).as(undefined).post('/invitations/accept', { token: invitation, name: 'Late' });
  const others = (ask: Ask): Promise<readonly Reply[]> => Promise.all(times(number, (index) => ask(1 + (index % 3))));

  for (const [name, ask] of Object.entries(asks))
    expect({ name, status: (await ask(1)).status < 300 }).toEqual({ name, status: true });
  const during = Promise.all(Object.values(asks).map((ask) => Promise.all(times(12, (index) => ask(1 + (index % 3))))));
  await given(cluster.owner.post(`/users/${bob.id}/deactivate`));
  await given(cluster.owner.post(`/users/${invited.id}/deactivate`));
  const after: Record<string, unknown> = {};
  for (const [name, ask] of Object.entries({ ...asks, invitation: accept }))
    after[name] = tally((await others(ask)).map(codeOf));
  await during;
  expect(after).toEqual({
    token: { TOKEN_INVALID: number },
    child: { TOKEN_INVALID: number },
    scoped: { TOKEN_INVALID: number },
    session: { TOKEN_INVALID: number },
    link: { SHARE_REVOKED: number },
    invitation: { INVITATION_REVOKED: number },
  });
}

/**
 * Kills one more process while it redeems with the others: callers without an answer repeat their request elsewhere,
 * and in the end the number of downloads is exactly the cap.
 */
export async function losesOne(cluster: Cluster, number: number, cap: number): Promise<void> {
  const { id, token } = await cluster.link(cap);
  const dying = await cluster.place.start(cluster.environment);
  const callers = [...times(4, (index) => cluster.at(index).as(undefined)), dying.as(undefined)];
  let answered = 0;
  let killed: Promise<void> | undefined;
  const ask = async (index: number): Promise<Reply> => {
    const key = { 'Idempotency-Key': `redeem-${index}` };
    const caller = there(callers[index % callers.length]);
    const first = await redeem(caller, token, key).catch((): undefined => undefined);
    answered += 1;
    if (answered >= number / 5) killed ??= dying.kill();
    return first ?? redeem(cluster.at(index).as(undefined), token, key);
  };
  const replies = await Promise.all(times(number, ask));
  await killed;
  expect(tally(replies.map(codeOf))).toEqual({ 200: cap, SHARE_EXHAUSTED: number - cap });
  expect((await given(cluster.owner.get(`/shares/${id}`))).download_count).toBe(cap);
}

/** Kills a process that counts requests of a token: no remaining count occurs twice, and at most a thousand pass. */
export async function losesOneWhileItCounts(cluster: Cluster, number: number): Promise<void> {
  const bob = await cluster.person();
  const dying = await cluster.place.start(cluster.environment);
  const callers = [...times(4, (index) => cluster.at(index, bob.token)), dying.as(bob.token)];
  let answered = 0;
  let unanswered = 0;
  let killed: Promise<void> | undefined;
  const replies = await Promise.all(
    times(number, async (index) => {
      const caller = there(callers[index % callers.length]);
      const reply = await caller.get('/me').catch((): undefined => undefined);
      if (reply === undefined) unanswered += 1;
      answered += 1;
      // Early, because calls of one token are counted together: later, every request would already be answered.
      if (answered >= number / 50) killed ??= dying.kill();
      return reply;
    }),
  );
  await killed;
  const passed = replies.filter((reply) => reply?.status === 200);
  const remaining = passed.map((reply) => Number(reply?.headers.get('X-RateLimit-Remaining')));
  expect(new Set(remaining).size).toBe(passed.length);
  expect(passed.length).toBeLessThanOrEqual(1000);
  expect(passed.length + unanswered).toBeGreaterThanOrEqual(1000);
  expect(unanswered).toBeGreaterThan(0);
  expect(new Set(replies.flatMap((reply) => reply?.headers.get('X-RateLimit-Reset') ?? [])).size).toBe(1);
}
