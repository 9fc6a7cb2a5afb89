import { expect, test } from '@jest/globals';
import type { fileCalls } from '../src/calls/files.ts';
import { confirmInGroups } from '../src/transfer/confirmations.ts';

const SEALED = { iv: 'iv', tag: 'tag' };
type Files = ReturnType<typeof fileCalls>;
type Items = Readonly<{ items: readonly Readonly<{ file_id: string }>[] }>;

/** Calls that confirm every file but those called "late". */
function calls() {
  const asked: (readonly string[])[] = [];
  const confirmMany = async (_: string, { items }: Items) => {
    asked.push(items.map(({ file_id }) => file_id));
    return items.map(({ file_id: id }, index) =>
      id === 'late'
        ? { index, status: 409, error: { code: 'UPLOAD_NOT_FOUND', message: 'No object.', status: 409 } }
        : { index, status: 200, data: { id } },
    );
  };
  return { asked, files: { confirmMany } as unknown as Files };
}

test('a full group of confirmations is sent at once, and the rest when flushed', async () => {
  const { asked, files } = calls();
  const { confirm, flush } = confirmInGroups(files, 'r');
  const { signal } = new AbortController();
  const ids = Array.from({ length: 150 }, (_, index) => `${index}`);
  const all = Promise.all(ids.map((id) => confirm(id, SEALED, signal)));
  expect(asked.map(({ length }) => length)).toEqual([100]);
  flush();
  flush();
  expect(asked.map(({ length }) => length)).toEqual([100, 50]);
  expect((await all).map(({ id }) => id)).toEqual(ids);
});

test('one file of a group is refused alone', async () => {
  const { files } = calls();
  const { confirm, flush } = confirmInGroups(files, 'r');
  const { signal } = new AbortController();
  const both = Promise.allSettled(['a', 'late'].map((id) => confirm(id, SEALED, signal)));
  flush();
  expect(await both).toMatchObject([
    { status: 'fulfilled', value: { id: 'a' } },
    { status: 'rejected', reason: { code: 'UPLOAD_NOT_FOUND', status: 409 } },
  ]);
});

test('no confirmation is sent after an abort', async () => {
  const { asked, files } = calls();
  const { confirm, flush } = confirmInGroups(files, 'r');
  const stop = new AbortController();
  const waiting = confirm('a', SEALED, stop.signal);
  stop.abort(new Error('no longer wanted'));
  await expect(waiting).rejects.toThrow('no longer wanted');
  await expect(confirm('b', SEALED, stop.signal)).rejects.toThrow('no longer wanted');
  flush();
  expect(asked).toEqual([]);
});

test('a file that is cancelled while it waits is not confirmed, and the others are', async () => {
  const { asked, files } = calls();
  const { confirm, flush } = confirmInGroups(files, 'r');
  const [all, own] = [new AbortController().signal, new AbortController()];
  const both = Promise.allSettled([confirm('a', SEALED, all, all, own.signal), confirm('b', SEALED, all)]);
  own.abort(new Error('cancelled'));
  flush();
  expect(await both).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: { id: 'b' } }]);
  expect(asked).toEqual([['b']]);
});

test('a confirmation that has waited for a second is sent', async () => {
  const { files } = calls();
  const { confirm } = confirmInGroups(files, 'r');
  expect(await confirm('a', SEALED, new AbortController().signal)).toEqual({ id: 'a' });
});

test('a confirmation is sent after an abort if calls may still be made', async () => {
  const { asked, files } = calls();
  const { confirm } = confirmInGroups(files, 'r');
  const [stop, stopCalls] = [new AbortController(), new AbortController()];
  const one = (id: string) => confirm(id, SEALED, stop.signal, stopCalls.signal);
  const waiting = one('a');
  stop.abort();
  expect(asked).toEqual([['a']]);
  expect(await Promise.all([waiting, one('b'), one('c')])).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
  expect(asked).toEqual([['a'], ['b', 'c']]);
  stopCalls.abort(new Error('too late'));
  await expect(one('d')).rejects.toThrow('too late');
});
