import { DEVICE_LOGIN_LIFE, plus } from '@strongroom/domain';
import type { Deps } from '../kernel/deps.ts';
import { deviceLogins, EVERY_DEVICE_LOGIN } from '../store/device-logins.ts';
import { removeOlder } from './remove-older.ts';

/** Deletes sign-ins by device code that have expired. */
export const sweepDeviceLogins = (deps: Pick<Deps, 'documents' | 'clock'>): Promise<void> =>
  removeOlder(deps, deviceLogins, { key: EVERY_DEVICE_LOGIN, until: plus(deps.clock.now(), -DEVICE_LOGIN_LIFE) });
