import { ROOM_SERVICE_VARIABLES, type Variable } from '@strongroom/settings';

/** Values that only the operator knows. */
export type OperatorAnswers = Readonly<{
  /** Host name of the service, such as rooms.example.com. */
  name: string;
  /** Host name of the key service. */
  keysName: string | undefined;
  bucket: string | undefined;
}>;

/** Secrets that are drawn once, and the file of the key of the audit log. */
export type InitialSecrets = Readonly<{ secret: string; ownerToken: string; grantKey: string; auditKey: string }>;

/** One line of the file. Without a value it remains to be filled in. */
export type SettingLine = Readonly<{ name: string; meaning: string; value: string | undefined }>;
export type SettingSection = Readonly<{ title: string; lines: readonly SettingLine[] }>;

const line = (variable: Variable<unknown>, value: string | undefined): SettingLine => ({
  name: variable.name,
  meaning: variable.meaning,
  value,
});

const addresses = ({ name, keysName }: OperatorAnswers, proxies: number): SettingSection => ({
  title: 'Addresses',
  lines: [
    line(ROOM_SERVICE_VARIABLES.publicUrl, `https://${name}`),
    line(ROOM_SERVICE_VARIABLES.trustedProxies, `${proxies}`),
    line(ROOM_SERVICE_VARIABLES.keyServiceUrl, keysName === undefined ? undefined : `https://${keysName}`),
    {
      name: 'STRONGROOM_KEY_SERVICE_ROOM_SERVICE',
      meaning: 'For the key service: public address of the room service whose grants are served.',
      value: `https://${name}`,
    },
  ],
});

const secrets = ({ secret, ownerToken, grantKey }: InitialSecrets): SettingSection => ({
  title: 'Secrets, drawn once: the same on every machine',
  lines: [
    line(ROOM_SERVICE_VARIABLES.secret, secret),
    line(ROOM_SERVICE_VARIABLES.ownerToken, ownerToken),
    line(ROOM_SERVICE_VARIABLES.grantKeys, grantKey),
  ],
});

const postgresql: SettingSection = {
  title: 'Documents',
  lines: [line(ROOM_SERVICE_VARIABLES.documents, 'postgresql'), line(ROOM_SERVICE_VARIABLES.postgresqlUrl, undefined)],
};

const auditLog = ({ auditKey }: InitialSecrets, checkpoint: string | undefined): SettingSection => ({
  title: 'Audit log',
  lines: [line(ROOM_SERVICE_VARIABLES.auditKey, auditKey), line(ROOM_SERVICE_VARIABLES.auditCheckpoint, checkpoint)],
});

const mail: SettingSection = {
  title: 'Mail',
  lines: [
    line(ROOM_SERVICE_VARIABLES.mail, 'smtp'),
    line(ROOM_SERVICE_VARIABLES.smtpUrl, undefined),
    line(ROOM_SERVICE_VARIABLES.mailFrom, undefined),
  ],
};

/** Settings of a machine by itself: it makes its secrets in the data folder at the first start. */
const embedded = ({ name }: OperatorAnswers): readonly SettingSection[] => [
  {
    title: 'Addresses',
    lines: [
      line(ROOM_SERVICE_VARIABLES.publicUrl, `https://${name}`),
      line(ROOM_SERVICE_VARIABLES.trustedProxies, '1'),
    ],
  },
  mail,
];

/** PostgreSQL, an S3 server and an HSM. */
const onPremise = (known: OperatorAnswers, drawn: InitialSecrets): readonly SettingSection[] => [
  addresses(known, 1),
  secrets(drawn),
  postgresql,
  {
    title: 'Objects',
    lines: [
      line(ROOM_SERVICE_VARIABLES.blobs, 's3'),
      line(ROOM_SERVICE_VARIABLES.s3Bucket, known.bucket),
      line(ROOM_SERVICE_VARIABLES.s3Endpoint, undefined),
      { name: 'AWS_ACCESS_KEY_ID', meaning: 'The user of the S3 server, for this bucket only.', value: undefined },
      { name: 'AWS_SECRET_ACCESS_KEY', meaning: 'The secret of that user.', value: undefined },
    ],
  },
  {
    title: 'Keys',
    lines: [
      line(ROOM_SERVICE_VARIABLES.keys, 'pkcs11'),
      line(ROOM_SERVICE_VARIABLES.pkcs11Library, undefined),
      line(ROOM_SERVICE_VARIABLES.pkcs11Token, undefined),
      line(ROOM_SERVICE_VARIABLES.pkcs11PinFile, undefined),
      line(ROOM_SERVICE_VARIABLES.keysOuter, undefined),
    ],
  },
  auditLog(drawn, known.bucket && `s3://${known.bucket}/audit/`),
  mail,
];

/** Cloud Run with Cloud SQL for PostgreSQL, Cloud Storage and Cloud KMS. */
const google = (known: OperatorAnswers, drawn: InitialSecrets): readonly SettingSection[] => [
  addresses(known, 2),
  secrets(drawn),
  postgresql,
  {
    title: 'Objects',
    lines: [line(ROOM_SERVICE_VARIABLES.blobs, 'gcs'), line(ROOM_SERVICE_VARIABLES.gcsBucket, known.bucket)],
  },
  {
    title: 'Keys',
    lines: [
      line(ROOM_SERVICE_VARIABLES.keys, 'cloud-kms'),
      line(ROOM_SERVICE_VARIABLES.kmsKeyRing, undefined),
      // The client of Google makes code from strings.
      { name: 'NODE_OPTIONS', meaning: 'Empty: the client of Cloud KMS makes code from strings.', value: '' },
    ],
  },
  auditLog(drawn, known.bucket && `gs://${known.bucket}/audit/`),
  mail,
  { title: 'Stopping', lines: [line(ROOM_SERVICE_VARIABLES.drainSeconds, '0')] },
];

/** The sets of stores, by the word of `--profile`. */
export const PROFILES = { embedded, 'on-premise': onPremise, google } as const;
export type ProfileName = keyof typeof PROFILES;

export const isProfile = (word: string): word is ProfileName => Object.hasOwn(PROFILES, word);

/** The page with the next steps after the file. */
export const PAGES: Readonly<Record<ProfileName, string>> = {
  embedded: 'docs/how-to/run-on-premise.md',
  'on-premise': 'docs/how-to/postgresql-s3-and-an-hsm.md',
  google: 'docs/how-to/run-on-gcp.md',
};

/** The file: each line with its meaning. Shells, systemd and Docker read it alike, so nothing is quoted. */
export const fileOf = (profile: ProfileName, sections: readonly SettingSection[]): string =>
  [
    `# Settings of Strongroom, profile ${profile}. It holds secrets: for the user of the service only.`,
    '# docs/reference/settings.md has every other setting. Values have no quotes, which Docker would take as a part of them;',
    '# so a shell reads the file only as long as no value has a blank, &, ;, $ or a quote.',
    ...sections.flatMap(({ title, lines }) => [
      '',
      `## ${title}`,
      ...lines.flatMap(({ name, meaning, value }) => [
        `# ${meaning}`,
        ...(value === undefined ? ['# FILL IN:'] : []),
        `${name}=${value ?? ''}`,
      ]),
    ]),
    '',
  ].join('\n');
