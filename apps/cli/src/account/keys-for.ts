import type { Me, Strongroom } from '@strongroom/client';
import type { World } from '@strongroom/command-line';
import { readDevices } from './devices.ts';
import { hasNoDeviceCode, keysBySignIn, NO_DEVICE_CODE, readKeySession, readTrustedKeys } from './key-session.ts';
import { type OfferedKeys, offeredKeys } from './offered-keys.ts';
import type { SignedIn } from './sign-in.ts';

type Caller = Readonly<{ client: Strongroom; url: string; me: Me; signal: AbortSignal }>;

/** Chooses the key service of a service. Where it asks for a sign-in, the person signs in now and is linked while the session is recent. */
export async function keysFor(
  world: World,
  { client, url, me, signal }: Caller,
  { session, isElsewhere }: Pick<SignedIn, 'session' | 'isElsewhere'>,
): Promise<OfferedKeys> {
  const { terminal } = world;
  const known = await readTrustedKeys(terminal).catch(() => undefined);
  const offered = await offeredKeys(client, { url, user: me.id, devices: await readDevices(terminal), known }, signal);
  if (!('signInAt' in offered) || offered.signInAt === undefined) return offered;
  const { signInAt: at } = offered;
  if (session !== undefined)
    return keysBySignIn(world, { at, service: url, me, session, isElsewhere, signal }).then(
      (choice) => ({ choice }),
      (error: unknown) => {
        if (isElsewhere && hasNoDeviceCode(error)) return { reason: NO_DEVICE_CODE(at.url) };
        throw error;
      },
    );
  const stored = await readKeySession(terminal, url).catch(() => undefined);
  return stored !== undefined ? { choice: { kind: 'key-service', ...at, signIn: true } } : offered;
}
