import type { ScrapedSample } from '@strongroom/test-servers/exposition';

/** The parties outside of the service. */
export const PARTIES = ['mail server', 'identity provider', 'key service', 'witness', 'keeper of checkpoints'] as const;
export type Party = (typeof PARTIES)[number];

type Named = Readonly<{
  /** The map in /readyz that names it, and its name there. */
  map: 'outside' | 'witnesses' | 'keepers';
  name: RegExp;
  /** Its name in a line of the log. */
  logged: RegExp;
  /** The check of `doctor` that looks at it. */
  check: RegExp;
  /** Its series among the metrics. */
  series: RegExp;
}>;

const byAlarm = (name: string, check: string): Named => ({
  map: 'outside',
  name: new RegExp(`^${name}$`),
  logged: new RegExp(`^${name}$`),
  check: new RegExp(`^.\\w+. (?:${check}):`),
  series: new RegExp(`party="${name}"`),
});

const NAMED: Readonly<Record<Party, Named>> = {
  'mail server': byAlarm('mail', 'mail|certificates'),
  'identity provider': byAlarm('identity_provider', 'identity provider'),
  'key service': byAlarm('key_service', 'key server|clocks'),
  witness: {
    map: 'witnesses',
    name: /./,
    logged: /^witness\./,
    check: /^.\w+. witnesses:/,
    series: /^strongroom_witnesses/,
  },
  'keeper of checkpoints': {
    map: 'keepers',
    name: /./,
    logged: /^s3:/,
    check: /^.\w+. (?:audit )?keeper/,
    series: /^strongroom_checkpoint_keepers/,
  },
};

const ALARMS = /^strongroom_(?:outside_party|witnesses|checkpoint_keepers)_failing/;

const ERRORS = /^strongroom_http_requests_total\{.*status="5/;

export type Codes = Partial<Record<Party, string>>;

/** The code of each party that /readyz names. */
export function codesIn(report: Readonly<Record<string, Readonly<Record<string, string>>>>): Codes {
  const found: Codes = {};
  for (const party of PARTIES) {
    const { map, name } = NAMED[party];
    const [, code] = Object.entries(report[map] ?? {}).find(([each]) => name.test(each)) ?? [];
    if (code !== undefined) found[party] = code;
  }
  return found;
}

/** The part of /readyz that names a party. */
export const mapOf = (party: Party): string => NAMED[party].map;

export const loggedAs = (party: Party): RegExp => NAMED[party].logged;

export const findingsOf = (party: Party, findings: readonly string[]): readonly string[] =>
  findings.filter((finding) => NAMED[party].check.test(finding));

/**
 * The metrics as they would be if this party alone failed. Sign-ins are the only requests that are not served, and too few to be
 * counted on for an alert.
 */
export const samplesOf = (party: Party, samples: readonly ScrapedSample[]): readonly ScrapedSample[] =>
  samples
    .filter(({ series }) => !ALARMS.test(series) || NAMED[party].series.test(series))
    .filter(({ series }) => !ERRORS.test(series));
