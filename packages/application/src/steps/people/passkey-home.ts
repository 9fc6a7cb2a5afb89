import type { PasskeyHome } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';

/** An address of IPv4, or one of IPv6 in brackets. */
const IS_ADDRESS = /^[0-9.]*$|^\[/u;

const FORM = /^(https?:\/\/(\[[^\]]*\]|[^/:]+)(?::\d+)?)/u;

/** Undefined for a service at an IP address: passkeys are bound to a name (WebAuthn section 5.1.2). */
export function passkeyHome({
  publicUrl,
  organisation,
}: Pick<Deps, 'publicUrl' | 'organisation'>): PasskeyHome | undefined {
  const [, origin = '', host = ''] = FORM.exec(publicUrl()) ?? [];
  return IS_ADDRESS.test(host) ? undefined : { name: organisation ?? 'Strongroom', host, origin };
}
