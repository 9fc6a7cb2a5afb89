import type { Secrets } from '@strongroom/ports';

/** A name for a new log that no other log has. `address` is that of the service, with or without its scheme. */
export function newOrigin({ random }: Pick<Secrets, 'random'>, address: string): string {
  const digits = Array.from(random(4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${address.replace(/^https?:\/\//u, '')}/api/v1/audit/${digits}`;
}

/** The name of a log in place of another one of the same address. */
export const laterOrigin = (secrets: Pick<Secrets, 'random'>, origin: string): string =>
  newOrigin(secrets, origin.replace(/\/api\/v1\/audit\/[0-9a-f]{8}$/u, ''));
