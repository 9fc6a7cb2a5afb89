import { systemClock } from '@strongroom/adapter-local';
import type { Log } from '@strongroom/ports';
import { logError } from '@strongroom/store-kit';
import type { Settings } from '../config/settings.ts';
import { DeviceProofs } from '../devices/device-proofs.ts';
import type { DeviceParts } from '../http/device-routes.ts';
import type { PersonParts } from '../http/person-routes.ts';
import { DeviceSignIns } from '../people/device-sign-ins.ts';
import { OnTop } from '../people/on-top.ts';
import { PersonProofs } from '../people/person-proofs.ts';
import type { Proofs } from '../people/proven.ts';
import { PersonSessions } from '../people/sessions.ts';
import { SignIn } from '../people/sign-in.ts';
import type { KeyServiceStore } from './store.ts';

/** How people prove themselves, by the mode. */
export type PeopleParts = Readonly<{
  proofs: Proofs;
  devices: DeviceParts | undefined;
  signIns: PersonParts | undefined;
  /** Asks for the identity provider, which must have answered once before a key is released. Never rejects. */
  ask: () => Promise<void>;
  /** Deletes what has ended. Never rejects. */
  sweep: () => Promise<void>;
}>;

const nothing = async (): Promise<void> => undefined;

export async function openPeople(settings: Settings, store: KeyServiceStore, log: Log): Promise<PeopleParts> {
  const { url, roomService, origins, isRoomTrusted, oidc, mode, hasDeviceLogin } = settings;
  const { documents, enrolment, limiter, record, secrets, signingKey: key } = store;
  const common = { clock: systemClock, url, key, record, roomService };
  const deviceProofs = new DeviceProofs({ devices: enrolment, limiter, clock: systemClock, url });
  const devices = { ...common, enrolment, proofs: deviceProofs };
  if (mode !== 'oidc') {
    return {
      proofs: deviceProofs,
      devices: mode === 'device' ? devices : undefined,
      signIns: undefined,
      ask: nothing,
      sweep: nothing,
    };
  }
  if (oidc === null) throw new TypeError('the mode oidc has no identity provider');
  const { identityProvider } = await import('@strongroom/adapter-oidc');
  const provider = identityProvider(oidc, log);
  let isKnown = false;
  const proofs = new PersonProofs({ ...common, isReady: () => isKnown });
  const sessions = new PersonSessions({ documents, clock: systemClock, record, proofs });
  const signIn = new SignIn({ ...common, provider, secrets, limiter });
  const waiting = new DeviceSignIns({ documents, limiter, clock: systemClock, secrets, record, log });
  const deviceSignIns = hasDeviceLogin ? waiting : undefined;
  return {
    proofs: new OnTop(proofs, deviceProofs),
    devices,
    signIns: { ...common, signIn, sessions, deviceSignIns, origins, isRoomTrusted },
    ask: async () => {
      // The provider logs its own failure.
      isKnown = await provider.check().then(
        () => true,
        () => false,
      );
    },
    sweep: async () => {
      for (const one of [sessions, waiting])
        await one.sweep().catch((error: unknown) => logError(log, 'warn', 'ended sign-ins stay', error));
    },
  };
}
