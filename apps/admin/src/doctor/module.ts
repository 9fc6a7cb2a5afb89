import type { AdapterPort, Inspection } from '@strongroom/ports';
import { type Finding, fail, ok } from '@strongroom/settings';
import type { inspectModule } from '../container/module.ts';
import type { OutsideModules } from '../service/module-settings.ts';

/** Checks the package from outside that serves a port, if there is one. */
export async function checkModule(
  port: AdapterPort,
  modules: OutsideModules,
  inspect: typeof inspectModule,
): Promise<readonly Finding[]> {
  const named = modules[port];
  return named === undefined ? [] : [findingOf(port, named.name, await inspect(port, named))];
}

function findingOf(port: AdapterPort, name: string, seen: Inspection): Finding {
  if (seen.state === 'fits') return ok(port, `${name} ${seen.text}`);
  return fail(
    port,
    `${name} ${seen.reason}`,
    seen.state === 'unreachable'
      ? 'look at the network and at the credentials of this user'
      : `change what it names, or STRONGROOM_${port.toUpperCase()}`,
  );
}
