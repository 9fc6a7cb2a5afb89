import { createInterface } from 'node:readline';
import { systemClock } from '@strongroom/adapter-local';
import type { SignedIn, Visitor } from '../../src/kernel/context.ts';
import { TestClock } from '../world/clock.ts';
import { aRequest, Person } from '../world/person.ts';
import { folderPorts } from '../world/ports.ts';
import { codeOf } from '../world/refusals.ts';
import { serve } from '../world/service.ts';
import type { Request } from './requests.ts';

/** Serves a folder. Each line is a list of concurrent requests; it answers with their codes. */
const [folder = ''] = process.argv.slice(2);
const clock = new TestClock();
// The time of the tests, but real pauses, because the colliding requests are in other processes.
const ports = await folderPorts(folder, {
  now: () => clock.now(),
  pause: (milliseconds) => systemClock.pause(milliseconds),
});
const world = await serve(ports, clock, folder);
console.log(JSON.stringify({ home: world.home, owner: world.owner.id, token: world.owner.secret }));
for await (const line of createInterface(process.stdin))
  console.log(JSON.stringify(await Promise.all((JSON.parse(line) as readonly Request[]).map(answer))));
await world.ports.documents.close();

type Operation = (ctx: SignedIn | Visitor, input: Request['input']) => Promise<unknown>;

function answer({ by, operation, input }: Request): Promise<string> {
  const [group = '', name = ''] = operation.split('.');
  const found = Reflect.get(Reflect.get(world.app, group) as object, name) as Operation;
  return codeOf(
    by === null
      ? found({ request: aRequest() }, input)
      : new Person(world.app, by).ask<Request['input'], unknown>(found, input as never),
  );
}
