import { kill, pid } from 'node:process';
import { TestClock } from '../world/clock.ts';
import { intercepted } from '../world/intercepted.ts';
import { folderPorts } from '../world/ports.ts';
import { serve } from '../world/service.ts';

/**
 * Runs the jobs of a folder, and kills itself before or after its n-th external call. Without a number it runs to the
 * end and prints the number of calls.
 */
const [folder = '', at = 'never', moment = 'before'] = process.argv.slice(2);
const clock = new TestClock();
let calls = 0;
let isWorking = false;
const ports = intercepted(await folderPorts(folder, clock), async (_, proceed) => {
  const isLast = isWorking && ++calls === Number(at);
  if (isLast && moment === 'before') kill(pid, 'SIGKILL');
  const answer = await proceed();
  if (isLast) kill(pid, 'SIGKILL');
  return answer;
});
const { app } = await serve(ports, clock, folder);
isWorking = true;
await app.worker.runDue();
clock.advance(3_600_000);
await app.worker.runDue();
isWorking = false;
await ports.documents.close();
console.log(calls);
