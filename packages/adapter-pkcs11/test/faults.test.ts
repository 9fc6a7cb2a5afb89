import { once } from 'node:events';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { KeyDestroyed, Unavailable } from '@strongroom/ports';
import { A_FILE, A_ROOM, failureOf, Place, tokenProcesses } from './setting.ts';

let at: Place;
beforeEach(() => {
  at = new Place();
});
afterEach(() => at.end());

/** Takes the tokens out of the HSM; the result puts them back. */
function removeTokens(): () => void {
  const aside = join(at.hsm.folder, 'aside');
  renameSync(at.hsm.tokens, aside);
  mkdirSync(at.hsm.tokens);
  return () => {
    renameSync(at.hsm.tokens, join(at.hsm.folder, 'empty'));
    renameSync(aside, at.hsm.tokens);
  };
}

describe('a token that was removed', () => {
  test('is an outage and destroys no room, and serves again once it is back', async () => {
    const vault = await at.vault();
    const [used, unused] = [await vault.createKey(A_ROOM), await (await at.vault()).createKey(A_ROOM)];
    await vault.wrapNewDataKey(used, A_FILE);
    const putBack = removeTokens();
    for (const key of [used, unused]) await failureOf(vault.wrapNewDataKey(key, A_FILE));
    await failureOf(vault.check());
    await failureOf(vault.destroyKey(used));
    await failureOf(vault.createKey(A_ROOM));
    putBack();
    await eventuallyServes(() => vault.check());
    for (const key of [used, unused]) expect(await vault.wrapNewDataKey(key, A_FILE)).toMatchObject({ kmsKeyId: key });
  });

  test('and replaced by an empty one of the same label is an outage too', async () => {
    const vault = await at.vault();
    const key = await vault.createKey(A_ROOM);
    removeTokens();
    at.hsm.token('rooms');
    expect(await failureOf(vault.wrapNewDataKey(key, A_FILE))).toMatchObject({ maybeDone: false });
    await failureOf(vault.check());
    await failureOf(vault.destroyKey(key));
    expect(await failureOf(vault.createKey(A_ROOM))).toMatchObject({ code: 'OTHER_TOKEN' });
    expect(at.objects().trim()).toBe('');
  });
});

describe('the process of the library', () => {
  test('is replaced when it was killed, and the call is repeated', async () => {
    const vault = await at.vault();
    const key = await vault.createKey(A_ROOM);
    const [pid = 0] = tokenProcesses();
    process.kill(pid, 'SIGKILL');
    await vault.wrapNewDataKey(key, A_FILE);
    expect(tokenProcesses()).not.toContain(pid);
    expect(tokenProcesses()).toHaveLength(1);
  });

  test('ends when the vault is closed', async () => {
    const vault = await at.vault();
    expect(tokenProcesses()).toHaveLength(1);
    vault.close();
    await failureOf(vault.check());
    while (tokenProcesses().length > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  test('does not get the settings of the service, and shows no PIN', async () => {
    // oxlint-disable-next-line node/no-process-env -- a stand-in for the settings of a service
    process.env.STRONGROOM_SECRET = 'canary';
    await at.vault();
    const { readFileSync } = await import('node:fs');
    const [pid = 0] = tokenProcesses();
    for (const file of ['environ', 'cmdline']) {
      const text = readFileSync(`/proc/${pid}/${file}`, 'utf8');
      expect(text).not.toContain('canary');
      expect(text).not.toContain(at.rooms.pin);
    }
  });
});

test('a PIN that became wrong is tried once and never again', async () => {
  const vault = await at.vault();
  const key = await vault.createKey(A_ROOM);
  at.hsm.tool(at.rooms, '--change-pin', '--new-pin', '55556666');
  for (const pid of tokenProcesses()) process.kill(pid, 'SIGKILL');
  const first = await vault.wrapNewDataKey(key, A_FILE).catch((error: unknown) => error);
  expect(await failureOf(Promise.reject(first))).toMatchObject({ code: 'CKR_PIN_INCORRECT' });
  // Longer than the pause after which other failures are tried again.
  await once(AbortSignal.timeout(1200), 'abort');
  const second = await vault.wrapNewDataKey(key, A_FILE).catch((error: unknown) => error);
  expect((second as Unavailable).cause).toBe((first as Unavailable).cause);
  expect(tokenProcesses()).toEqual([]);
});

describe('several processes on one token', () => {
  test('use each other’s keys and see each other’s destructions', async () => {
    const [one, other] = [await at.vault(), await at.vault()];
    const key = await one.createKey(A_ROOM);
    await other.wrapNewDataKey(key, A_FILE);
    const fate = await one.destroyKey(key);
    await expect(other.wrapNewDataKey(key, A_FILE)).rejects.toBeInstanceOf(KeyDestroyed);
    expect(await other.destroyKey(key)).toEqual(fate);
    expect(await (await at.vault()).destroyKey(key)).toEqual(fate);
  });
});

/** Waits while the vault still pauses after a failure. */
async function eventuallyServes(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      await once(AbortSignal.timeout(50), 'abort');
    }
  }
}
