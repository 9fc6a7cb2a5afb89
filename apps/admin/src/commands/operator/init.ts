import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { defineCommand, Problem, UsageProblem } from '@strongroom/command-line';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { quoteForShell } from '@strongroom/settings';
import { makeGrantKey, makeOwnerToken } from '../../container/owner.ts';
import { replacePrivateFile } from '../../container/private-file.ts';
import { fileOf, type InitialSecrets, isProfile, type OperatorAnswers, PAGES, PROFILES } from '../../init/profiles.ts';

const SECRET_BYTES = 32;
/** A host name, with a port where it has one. */
const HOST_NAME = /^[a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?(?::\d{1,5})?$/;
const BUCKET = /^[a-z\d][a-z\d._-]{1,61}[a-z\d]$/;

/** Writes the first file of settings, so that no secret is drawn into a shell and lost with it. */
export const init = defineCommand({
  name: 'init',
  summary: 'Write a file of settings with every secret drawn, and say what remains.',
  details:
    'The file is for the user that runs this only (0600), and nothing is replaced. Each line has its meaning; what you\nhave to fill in is marked and listed. Beside the file is the key of the audit log, audit.key, unless the service makes it\nin its data folder. Profiles: embedded (one machine), on-premise (PostgreSQL, S3, HSM), google (Cloud SQL, Cloud Storage,\nCloud KMS). Shells, systemd and Docker read the file.',
  operands: [],
  options: {
    profile: { value: 'NAME', text: 'embedded, on-premise or google; required.' },
    name: {
      value: 'HOST',
      text: 'The name under which people reach the service, such as rooms.example.com; required.',
    },
    'keys-name': { value: 'HOST', text: 'That of the key service, such as keys.example.com.' },
    bucket: { value: 'NAME', text: 'The bucket for objects, and for the last checkpoint of the audit log.' },
    out: { value: 'FILE', text: 'The file to write; strongroom.env by default.', completes: 'files' },
  },
  examples: [
    [
      'init --profile on-premise --name rooms.example.com --keys-name keys.example.com --bucket rooms',
      'writes strongroom.env and audit.key',
    ],
  ],
  run: async (given, { terminal }) => {
    const profile = given.text('profile') ?? '';
    if (!isProfile(profile)) throw new UsageProblem('--profile is embedded, on-premise or google.');
    const known = knownOf({
      name: given.text('name'),
      keysName: given.text('keys-name'),
      bucket: given.text('bucket'),
    });
    const file = resolve(given.text('out') ?? 'strongroom.env');
    const auditKey = join(dirname(file), 'audit.key');
    const hasAuditKey = profile !== 'embedded';
    if (hasAuditKey && quoteForShell(auditKey) !== auditKey)
      throw new UsageProblem(
        `${auditKey} has characters that shells, systemd and Docker read in different ways: name a file in another folder.`,
      );
    for (const one of [file, ...(hasAuditKey ? [auditKey] : [])])
      if (existsSync(one))
        throw new Problem(`there is something at ${one} already: nothing is replaced. Name another file with --out.`);

    const sections = PROFILES[profile](known, await drawn(auditKey));
    if (hasAuditKey) {
      const { makeAuditKey } = await import('../../container/audit-log.ts');
      await writePrivate(auditKey, `${await makeAuditKey(known.name)}\n`);
    }
    await writePrivate(file, fileOf(profile, sections));

    const open = sections.flatMap(({ lines }) => lines).filter(({ value }) => value === undefined);
    terminal.out(
      [
        `${file} is written, for this user only${hasAuditKey ? `, and the key of the audit log at ${auditKey}` : ''}. Keep a copy apart: its secrets are shown nowhere else.`,
        '',
        'To fill in:',
        ...open.map(({ name }) => `  ${name}`),
        '',
        `Then: set -a && . ${quoteForShell(file)} && set +a && strongroom-admin doctor`,
        `It goes on in ${PAGES[profile]}.`,
        '',
      ].join('\n'),
    );
  },
});

/** Throws UsageProblem for a value that has not the form of one. */
function knownOf({
  name = '',
  keysName,
  bucket,
}: Readonly<{ [K in keyof OperatorAnswers]: string | undefined }>): OperatorAnswers {
  if (!HOST_NAME.test(name)) throw new UsageProblem('--name takes a host name, such as rooms.example.com.');
  if (keysName !== undefined && !HOST_NAME.test(keysName))
    throw new UsageProblem('--keys-name takes a host name, such as keys.example.com.');
  if (bucket !== undefined && !BUCKET.test(bucket)) throw new UsageProblem('--bucket takes the name of a bucket.');
  return { name, keysName, bucket };
}

const drawn = async (auditKey: string): Promise<InitialSecrets> => ({
  secret: randomBytes(SECRET_BYTES).toString('base64url'),
  ownerToken: await makeOwnerToken(),
  grantKey: (await makeGrantKey()).key,
  auditKey,
});

async function writePrivate(path: string, content: string): Promise<void> {
  try {
    await replacePrivateFile(dirname(path), basename(path), content);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    throw new Problem(`${path} cannot be written (${code}): name another file with --out.`, { cause: error });
  }
}
