import type { DeviceLogin, SecretHash } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

export const EVERY_DEVICE_LOGIN = 'all';
export const userCodeKey = (hash: SecretHash): string => `user-code:${hash}`;
export const deviceCodeKey = (hash: SecretHash): string => `device-code:${hash}`;

export const deviceLogins = defineCollection<DeviceLogin>({
  name: 'device-logins',
  id: (login) => login.id,
  position: (login) => login.createdAt,
  keys: () => [EVERY_DEVICE_LOGIN],
  uniqueKeys: (login) => [userCodeKey(login.userCodeHash), deviceCodeKey(login.deviceCodeHash)],
});
