import { connect } from 'node:tls';
import { type Finding, fail, ok, warn } from '@strongroom/settings';

const CHECK = 'certificates';
const ANSWER_MS = 5000;
const DAY_MS = 86_400_000;
/** Certificates are renewed a month before their end, so this one was forgotten. */
const SOON_DAYS = 14;

type CertificateInspection = Readonly<{ ends: number } | { reason: string }>;

/** Looks at the certificates of servers, by their addresses. One that does not answer has a check of its own. */
export async function checkCertificates(
  addresses: readonly string[],
  now: () => number = Date.now,
): Promise<readonly Finding[]> {
  const hosts = new Set(
    addresses.filter((address) => address.startsWith('https:')).map((address) => new URL(address).host),
  );
  const seen = await Promise.all([...hosts].map(async (host) => ({ host, found: await certificateOf(host) })));
  const findings = seen.flatMap(({ host, found }): readonly Finding[] => {
    if (found === undefined) return [];
    if ('reason' in found)
      return [fail(CHECK, `${host}: ${found.reason}`, 'renew it, or name its authority in NODE_EXTRA_CA_CERTS')];
    const days = Math.floor((found.ends - now()) / DAY_MS);
    return days < SOON_DAYS ? [warn(CHECK, `that of ${host} ends in ${days} days`, 'renew it')] : [];
  });
  const known = seen.filter(({ found }) => found !== undefined);
  if (findings.length > 0 || known.length === 0) return findings;
  return [ok(CHECK, known.map(({ host }) => host).join(', '))];
}

function certificateOf(address: string): Promise<CertificateInspection | undefined> {
  const { hostname, port } = new URL(`https://${address}`);
  return new Promise((resolve) => {
    const host = hostname.replaceAll(/[[\]]/g, '');
    const socket = connect({ host, port: Number(port || 443), servername: host, timeout: ANSWER_MS });
    const end = (seen: CertificateInspection | undefined): void => {
      socket.destroy();
      resolve(seen);
    };
    socket.once('secureConnect', () => end({ ends: Date.parse(socket.getPeerCertificate().valid_to) }));
    socket.once('timeout', () => end(undefined));
    socket.once('error', (error) => {
      const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
      end(/CERT|SIGNED|UNABLE|HOSTNAME|ALTNAME/.test(code) ? { reason: code } : undefined);
    });
  });
}
