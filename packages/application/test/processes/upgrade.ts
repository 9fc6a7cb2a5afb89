import { join } from 'node:path';
import { kill, pid } from 'node:process';
import { openSqliteDocuments } from '@strongroom/adapter-local';
import { upgradeStore } from '../../src/index.ts';
import { NOW } from '../upgrade/setting.ts';
import { TestClock } from '../world/clock.ts';
import { intercepted } from '../world/intercepted.ts';
import { memoryPorts } from '../world/ports.ts';

/**
 * Upgrades the store in a folder on a signal, and kills itself before or after its n-th call. Without a number it runs
 * to the end and prints the number of calls.
 */
const [folder = '', at = 'never', moment = 'before'] = process.argv.slice(2);
const documents = await openSqliteDocuments({ path: join(folder, 'documents.db'), deadlineMs: 20_000 });
let calls = 0;
const ports = intercepted({ ...memoryPorts(new TestClock()), documents }, async (_, proceed) => {
  const isLast = ++calls === Number(at);
  if (isLast && moment === 'before') kill(pid, 'SIGKILL');
  const answer = await proceed();
  if (isLast) kill(pid, 'SIGKILL');
  return answer;
});
console.log('ready');
await new Promise((resolve) => process.stdin.once('data', resolve));
await upgradeStore(ports, { collections: NOW, begins: async () => undefined });
await documents.close();
console.log(calls);
process.stdin.destroy();
