import { TestClock } from '../world/clock.ts';
import { intercepted } from '../world/intercepted.ts';
import { folderPorts } from '../world/ports.ts';
import { serve } from '../world/service.ts';
import { KilledAt } from './killed-at.ts';

/**
 * Runs the jobs of a folder, and kills itself before or after its n-th external call. Without a number it runs to the
 * end and prints the number of calls.
 */
const [folder = '', at = 'never', moment = 'before'] = process.argv.slice(2);
const clock = new TestClock();
const killed = new KilledAt(at, moment);
const ports = intercepted(await folderPorts(folder, clock), killed.around);
const { app } = await serve(ports, clock, folder);
killed.isCounting = true;
await app.worker.runDue();
clock.advance(3_600_000);
await app.worker.runDue();
killed.isCounting = false;
await ports.documents.close();
console.log(killed.calls);
