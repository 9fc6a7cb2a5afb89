import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { grantSigner, signingKeyFrom } from '@strongroom/adapter-local';
import { at, ROWS, released, requestWith, seed, send } from './check-rows.ts';
import { aClient, Setting, textOf } from './setting.ts';

beforeAll(async () => {
  at.setting = await Setting.start();
  at.client = aClient();
  at.wrapped = await at.setting.aFile();
  at.other = await at.setting.aFile();
});
afterAll(() => at.setting.end());

describe('the checks of a key request', () => {
  beforeAll(() => {
    // The rows with another header sign with the same key.
    Object.defineProperty(at.setting, 'signer', { value: grantSigner(signingKeyFrom(seed)) });
  });

  test('let a request pass that fails none', async () => {
    at.setting.publish([at.setting.signer]);
    await at.setting.stop();
    await at.setting.open();
    expect(await send(requestWith([]))).toMatchObject({ status: 200 });
    expect(await send(requestWith([{ header: () => ({ alg: 'Ed25519' }) }]))).toMatchObject({ status: 200 });
  });

  test.each(ROWS)('refuse a request that fails only $fails', async ({ code, status, rule, ...changes }) => {
    const before = await released();
    const known = new Set((await at.setting.record()).map(({ id }) => id));
    const answer = await send(requestWith([changes]));
    expect({ code: answer.code, status: answer.status }).toEqual({ code, status });
    expect(answer.text).not.toContain('wrapped_key');
    expect(await released()).toBe(before);
    const added = (await at.setting.record()).filter(({ id }) => !known.has(id));
    expect(added.map((event) => [event.type, event.rule, event.data['code']])).toEqual(
      rule === null ? [] : [['key.refused', rule, code]],
    );
  });

  test('come in the order of the design: of two that fail, the earlier one answers', async () => {
    // One of each kind: within a kind the order is of no use to a caller.
    const order = [
      'the origin',
      'the media type',
      'the names of fields',
      'the typ',
      'the kid',
      'the issuer',
      'the end',
    ];
    const rest = ["the client's key", 'the wrapped key', 'the label'];
    const rows = [...order, ...rest].map((name) => ROWS.find(({ fails }) => fails === name));
    for (const [index, first] of rows.entries())
      for (const second of rows.slice(index + 1)) {
        if (first === undefined || second === undefined) throw new Error('there is no such row');
        const { code } = await send(requestWith([first, second]));
        expect(`${first.fails} before ${second.fails}: ${code}`).toBe(
          `${first.fails} before ${second.fails}: ${first.code}`,
        );
      }
  });

  test('count an address before they look at a signature', async () => {
    const codes = new Set<string>();
    for (let sent = 0; sent < 1100 && !codes.has('RATE_LIMIT_EXCEEDED'); sent += 1)
      codes.add((await send(requestWith([{ body: () => ({ grant: 'x' }) }]))).code);
    expect(codes).toContain('RATE_LIMIT_EXCEEDED');
  });

  test('leave no token and no key in the log', () => {
    const log = at.setting.logged.join('');
    expect(log).toContain('/v1/unwrap');
    expect(log).not.toMatch(/eyJ/);
    expect(log).not.toContain(at.wrapped.wrappedDek);
    expect(textOf(at.setting, 'key-service', 'record.db')).not.toContain(at.wrapped.wrappedDek);
  });
});
