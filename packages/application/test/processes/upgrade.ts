import { join } from 'node:path';
import { openSqliteDocuments } from '@strongroom/adapter-local';
import { upgradeStore } from '../../src/index.ts';
import { NOW } from '../upgrade/setting.ts';
import { TestClock } from '../world/clock.ts';
import { intercepted } from '../world/intercepted.ts';
import { memoryPorts } from '../world/ports.ts';
import { KilledAt } from './killed-at.ts';

/**
 * Upgrades the store in a folder on a signal, and kills itself before or after its n-th call. Without a number it runs
 * to the end and prints the number of calls.
 */
const [folder = '', at = 'never', moment = 'before'] = process.argv.slice(2);
const documents = await openSqliteDocuments({ path: join(folder, 'documents.db'), deadlineMs: 20_000 });
const killed = new KilledAt(at, moment);
killed.isCounting = true;
const ports = intercepted({ ...memoryPorts(new TestClock()), documents }, killed.around);
console.log('ready');
await new Promise((resolve) => process.stdin.once('data', resolve));
await upgradeStore(ports, { collections: NOW, begins: async () => undefined });
await documents.close();
console.log(killed.calls);
process.stdin.destroy();
