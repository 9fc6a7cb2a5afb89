import { open } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { appenderTo } from '../src/node/appender.ts';

/** A device of Linux that acts like a file on a full disk. */
const onFullDisk = () => open('/dev/full', 'w');

test('a download reports a full disk at the end', async () => {
  const handle = await onFullDisk();
  const content = appenderTo(handle);
  await content.append(Buffer.from('a'));
  await expect(content.finish()).rejects.toThrow('ENOSPC');
  await handle.close();
});

test('a download reports a full disk early when there is much content', async () => {
  const handle = await onFullDisk();
  const content = appenderTo(handle);
  const much = () => Buffer.alloc(1_048_576);
  await content.append(much());
  await expect(content.append(much())).rejects.toThrow('ENOSPC');
  await handle.close();
});
