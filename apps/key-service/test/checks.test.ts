import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eachIsRefused, expectOrderOfChecks, prepareRows } from './check-matrix.ts';
import { ROWS, requestWith, rowSetting, send } from './check-rows.ts';
import { Setting, textOf } from './setting.ts';

beforeAll(async () => prepareRows(await Setting.start()));
afterAll(() => rowSetting.setting.end());

describe('the checks of a key request', () => {
  test('let a request pass that fails none', async () => {
    expect(await send(requestWith([]))).toMatchObject({ status: 200 });
    expect(await send(requestWith([{ header: () => ({ alg: 'Ed25519' }) }]))).toMatchObject({ status: 200 });
  });

  eachIsRefused(ROWS);

  expectOrderOfChecks(ROWS, [
    'the origin',
    'the media type',
    'the names of fields',
    'the typ',
    'the kid',
    'the issuer',
    'the end',
    "the client's key",
    'the wrapped key',
    'the label',
  ]);

  test('count an address before they look at a signature', async () => {
    const codes = new Set<string>();
    for (let sent = 0; sent < 1100 && !codes.has('RATE_LIMIT_EXCEEDED'); sent += 1)
      codes.add((await send(requestWith([{ body: () => ({ grant: 'x' }) }]))).code);
    expect(codes).toContain('RATE_LIMIT_EXCEEDED');
  });

  test('leave no token and no key in the log', () => {
    const log = rowSetting.setting.logged.join('');
    expect(log).toContain('/v1/unwrap');
    expect(log).not.toMatch(/eyJ/);
    expect(log).not.toContain(rowSetting.wrapped.wrappedDek);
    expect(textOf(rowSetting.setting, 'key-service', 'record.db')).not.toContain(rowSetting.wrapped.wrappedDek);
  });
});
