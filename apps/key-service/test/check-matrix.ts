import { beforeAll, expect, test } from '@jest/globals';
import { grantSigner, signingKeyFrom } from '@strongroom/adapter-local';
import { type CheckRow, countReleased, requestWith, rowSetting, seed, send } from './check-rows.ts';
import { aClient, type Setting } from './setting.ts';

/** Begins the tests of a mode: a key service that trusts the key with which the rows sign, and two files. */
export async function prepareRows(setting: Setting): Promise<void> {
  rowSetting.setting = setting;
  const before = setting.signer;
  // The rows with another header sign with the same key.
  Object.defineProperty(setting, 'signer', { value: grantSigner(signingKeyFrom(seed)) });
  setting.publish([before, setting.signer]);
  await setting.stop();
  await setting.open();
  rowSetting.client = aClient();
  rowSetting.wrapped = await setting.aFile();
  rowSetting.other = await setting.aFile();
}

/** Each row is refused by its code, recorded where it says so, and nothing is released. */
export function eachIsRefused(rows: readonly CheckRow[]): void {
  test.each(rows)('the checks refuse a request that fails only $fails', async ({ code, status, rule, ...changes }) => {
    const before = await countReleased();
    const known = new Set((await rowSetting.setting.record()).map(({ id }) => id));
    const answer = await send(requestWith([changes]));
    expect({ code: answer.code, status: answer.status }).toEqual({ code, status });
    expect(answer.text).not.toContain('wrapped_key');
    expect(await countReleased()).toBe(before);
    const added = (await rowSetting.setting.record()).filter(({ id }) => !known.has(id));
    expect(added.map((event) => [event.type, event.rule, event.data['code']])).toEqual(
      rule === null ? [] : [['key.refused', rule, code]],
    );
  });
}

/** The earlier one of two failing rows answers. `order`: one of each kind, as within a kind the order is of no use to a caller. */
export function expectOrderOfChecks(all: readonly CheckRow[], order: readonly string[]): void {
  let rows: readonly CheckRow[] = [];
  beforeAll(() => {
    rows = order.map((name) => {
      const found = all.find(({ fails }) => fails === name);
      if (found === undefined) throw new Error(`there is no row for ${name}`);
      return found;
    });
  });
  test('the checks come in the order of the design: of two that fail, the earlier one answers', async () => {
    for (const [index, first] of rows.entries())
      for (const second of rows.slice(index + 1)) {
        if (first.proof && second.proof) continue; // one proof has one first fault
        const { code } = await send(requestWith([first, second]));
        expect(`${first.fails} before ${second.fails}: ${code}`).toBe(
          `${first.fails} before ${second.fails}: ${first.code}`,
        );
      }
  });
}
