import { statfs } from 'node:fs/promises';
import type { LogFault } from '@strongroom/application';
import type { ProofMode } from '@strongroom/domain';
import { systemErrorCode, Unavailable } from '@strongroom/ports';
import { type Finding, findingsAsJson, formatFindings, isHealthy } from '@strongroom/settings';
import type { Settings } from '../config/settings.ts';
import { storedTrust } from '../release/trust.ts';
import { Problem, type RunCommand, withStore, writeOutput } from './command.ts';
import { lineLog } from './line-log.ts';
import { policyRow } from './policy-commands.ts';
import { checkRoomService, roomKeysRow } from './room-service-row.ts';
import { openUnwrapper } from './unwrapper.ts';

const PROOFS: Readonly<Record<ProofMode, string>> = {
  grant: 'grant: the word of the room service is enough; one authority decides',
  oidc: 'oidc: the room service grants, and the identity provider proves the person; two authorities decide',
  device: 'device: the room service grants, and an enrolled device proves the person; two authorities decide',
};

const QUIET_LOG = lineLog(() => undefined);

/** Whether the identity provider answers, where people prove themselves by it. */
const providerOf = ({ oidc }: Settings): readonly (readonly [string, () => Promise<string>])[] =>
  oidc === null
    ? []
    : [
        [
          'identity provider',
          async () => {
            const { identityProvider } = await import('@strongroom/adapter-oidc');
            await identityProvider(oidc, QUIET_LOG).check();
            return `${oidc.issuer}, client ${oidc.clientId}`;
          },
        ],
      ];

const RESTART = 'run `strongroom-keys record restart --reason TEXT`';

/** Ways out of a fault that a new record alone does not mend. */
const WAYS_OUT: Readonly<Partial<Record<LogFault['code'], string>>> = {
  store_is_restored: `${RESTART}, or \`strongroom-keys record continue --reason TEXT\` where no key was released since the copy`,
  key_unusable: `bring the file back from a backup, or move it away and ${RESTART}`,
};

/** Runs every check, each a line; the exit code is 1 when one fails. */
export const doctor: RunCommand = async (settings, args) => {
  const checks: readonly (readonly [string, () => Promise<string>])[] = [
    ['store', () => withStore(settings, async ({ signingKey }) => `${settings.dataDir}, key ${signingKey.thumbprint}`)],
    [
      'record',
      () =>
        withStore(settings, async ({ checkpointer }) => {
          const { fault } = checkpointer;
          if (fault === undefined) return 'can be continued';
          throw new Problem(`${fault.message}: ${WAYS_OUT[fault.code] ?? RESTART}`);
        }),
    ],
    [
      'unwrapper',
      async () => {
        const unwrapper = await openUnwrapper(settings, { triesPin: args.includes('--try-pin') });
        try {
          await unwrapper.check();
          return settings.keys.kind;
        } finally {
          await unwrapper.close();
        }
      },
    ],
    [
      'keys of the room service',
      () => withStore(settings, async ({ documents }) => roomKeysRow(settings, (await storedTrust(documents)).keys)),
    ],
    [
      'room service',
      () => withStore(settings, async ({ signingKey }) => checkRoomService(settings, signingKey.thumbprint)),
    ],
    [
      'pages',
      async () =>
        settings.origins.length === 0
          ? 'no web page may ask for keys'
          : `${settings.origins.join(', ')} may ask for keys${settings.mode !== 'grant' && settings.isRoomTrusted ? '; in the browser, one authority' : ''}`,
    ],
    ['proof', async () => PROOFS[settings.mode]],
    ['policy', async () => policyRow(settings)],
    ...providerOf(settings),
  ];
  const findings: Finding[] = [];
  // One after the other: each opens the same store.
  for (const [check, look] of checks)
    findings.push(
      await look().then(
        (text): Finding => ({ check, status: 'ok', text }),
        (error: unknown): Finding => ({ check, status: 'fail', text: sentenceOf(error) }),
      ),
    );
  findings.push(...(await diskRow(settings.dataDir)));
  const isColoured = process.stdout.isTTY === true;
  writeOutput(
    args.includes('--json') ? findingsAsJson(settings.dataDir, findings) : formatFindings(findings, isColoured),
  );
  return isHealthy(findings) ? 0 : 1;
};

function sentenceOf(error: unknown): string {
  const cause: unknown = error instanceof Unavailable ? error.cause : undefined;
  const code = systemErrorCode(cause);
  if (typeof cause === 'object' && cause !== null && 'path' in cause && code !== undefined)
    return `${String(cause.path)} cannot be read (${code}). Restore it from a backup`;
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/u, '');
}

/** Free space below which the record soon cannot be continued, so that no key is released. */
const LEAST_FREE = 256 * 1024 * 1024;

async function diskRow(folder: string): Promise<readonly Finding[]> {
  const found = await statfs(folder).catch(() => undefined);
  if (found === undefined) return [];
  const free = found.bavail * found.bsize;
  const text = `${Math.round(free / 1024 ** 2)} MiB free`;
  if (free >= LEAST_FREE) return [{ check: 'disk', status: 'ok', text }];
  return [
    { check: 'disk', status: 'fail', text, todo: 'free some, or move the folder: without space no key is released' },
  ];
}
