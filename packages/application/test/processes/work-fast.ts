import { once } from 'node:events';
import { join } from 'node:path';
import { kill, pid } from 'node:process';
import { FolderMailer } from '@strongroom/adapter-local';
import { intercepted } from '../world/intercepted.ts';
import { folderPorts, type TestPorts } from '../world/ports.ts';
import { serve } from '../world/service.ts';
import { FastClock } from './fast-clock.ts';
import { FOR_NEWS } from './for-news.ts';

/**
 * Runs the jobs of a folder by a fast clock until its standard input ends, and writes mails to a folder. Kills itself before or after
 * its n-th external call; not at all without a number.
 */
const [folder = '', begun = '', at = 'never', moment = 'before'] = process.argv.slice(2);
const clock = new FastClock(Number(begun));
const mailer = (await FolderMailer.open({ folder: join(folder, 'mail'), clock })) as unknown as TestPorts['mailer'];
let calls = 0;
let isWorking = false;
const ports = intercepted({ ...(await folderPorts(folder, clock)), mailer }, async (_, proceed) => {
  const isLast = isWorking && ++calls === Number(at);
  if (isLast && moment === 'before') kill(pid, 'SIGKILL');
  const answer = await proceed();
  if (isLast) kill(pid, 'SIGKILL');
  return answer;
});
const { app } = await serve(ports, clock, folder, FOR_NEWS);
isWorking = true;
app.worker.start();
process.stdin.resume();
await once(process.stdin, 'end');
isWorking = false;
await app.worker.stop();
await ports.documents.close();
