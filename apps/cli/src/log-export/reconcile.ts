import {
  type ExportSource,
  type LoggedEvent,
  type Verified,
  type VerifierKey,
  verifyExport,
} from '@strongroom/audit-proof';

/** A grant as the room service logged it. */
type Grant = Readonly<{
  event: string;
  at: number;
  file: string;
  actor: string;
  op: string;
  client: string;
}>;

/** A release as the key service recorded it, with the number of its event. */
type Release = Grant & Readonly<{ seq: number; jti: string }>;

export type ReconcileFault = Readonly<{ seq: number; jti: string; file: string; sentence: string }>;

/** The comparison of the two records. */
export type ReconciledRecords = Readonly<{
  log: Verified;
  record: Verified;
  releases: number;
  /** Releases that no event of the room service explains. */
  faults: readonly ReconcileFault[];
  /** Releases after the end of the export of the room service. */
  later: number;
  /** Grants that were never used at the key service, by their events. */
  unused: readonly Readonly<{ event: string; jti: string; file: string }>[];
}>;

/** Life of a grant, and the difference of two clocks. */
const LONGEST_MS = 150_000;
const SKEW_MS = 30_000;

type Side = Readonly<{ source: ExportSource; keys: readonly VerifierKey[] }>;

/**
 * Verifies the log of the room service and the record of the key service, and finds releases without a grant, and grants without
 * a release. Throws Tampered, NotJudged.
 */
export async function reconcileRecords(log: Side, record: Side): Promise<ReconciledRecords> {
  const grants = new Map<string, Grant[]>();
  let last = Number.NEGATIVE_INFINITY;
  const verifiedLog = await verifyExport(log.source, {
    keys: log.keys,
    onEvent: (event) => {
      last = Math.max(last, timeOf(event));
      const { jti, op, jkt } = loggedGrant(event);
      if (typeof jti !== 'string') return;
      grants.set(jti, [...(grants.get(jti) ?? []), grantOf(event, { op: String(op), client: String(jkt) })]);
    },
  });
  const faults: ReconcileFault[] = [];
  const used = new Set<string>();
  let [releases, later] = [0, 0];
  const verifiedRecord = await verifyExport(record.source, {
    keys: record.keys,
    onEvent: (event) => {
      if (event.type !== 'key.released') return;
      releases += 1;
      const release = releaseOf(event);
      used.add(release.jti);
      const known = grants.get(release.jti) ?? [];
      if (known.length === 0 && release.at > last + SKEW_MS) later += 1;
      else {
        const sentence = faultOf(release, known);
        if (sentence !== undefined) faults.push({ seq: release.seq, jti: release.jti, file: release.file, sentence });
      }
    },
  });
  const unused = [...grants].flatMap(([jti, [grant]]) =>
    used.has(jti) || grant === undefined ? [] : [{ event: grant.event, jti, file: grant.file }],
  );
  return { log: verifiedLog, record: verifiedRecord, releases, faults, later, unused };
}

/** The first difference between a release and the events with its grant; undefined for none. */
function faultOf(release: Release, grants: readonly Grant[]): string | undefined {
  const [grant, ...others] = grants;
  if (grant === undefined) return 'the room service logged no grant for it';
  if (others.length > 0) return 'the room service logged its grant twice';
  if (grant.event !== release.event) return 'it names another event than the one that logged its grant';
  if (grant.file !== release.file) return `its grant was for the file ${grant.file}`;
  if (grant.actor !== release.actor) return 'its grant was for another caller';
  if (grant.op !== release.op) return `its grant was to ${grant.op}, and it was used to ${release.op}`;
  if (grant.client !== release.client) return 'its grant was for another key of a client';
  if (release.at - grant.at > LONGEST_MS) return 'its grant had ended';
  if (grant.at - release.at > SKEW_MS) return 'it came before its grant';
  return undefined;
}

const releaseOf = (event: LoggedEvent): Release => {
  const { jti, evt, op, client } = event.data;
  const known = grantOf(event, { op: String(op), client: String(client) });
  return { ...known, seq: event.seq, jti: String(jti), event: String(evt) };
};

function grantOf(event: LoggedEvent, used: Readonly<{ op: string; client: string }>): Grant {
  const { id, actor, target }: Readonly<Record<string, unknown>> = { ...event };
  const [by, on] = [fieldsOf(actor), fieldsOf(target)];
  // A link's event is about the link, and names the file beside it.
  const file = on['type'] === 'file' ? on['id'] : event.data['file_id'];
  return {
    ...used,
    event: String(id),
    at: timeOf(event),
    file: String(file),
    actor: `${String(by['type'])} ${String(by['id'])}`,
  };
}

/** The grant of an event. Up to version 0.2.0 its fields were among the others. */
function loggedGrant({ data }: LoggedEvent): Readonly<Record<string, unknown>> {
  if (data['grant_jti'] === undefined) return fieldsOf(data['grant']);
  return { jti: data['grant_jti'], op: data['grant_op'], jkt: data['grant_jkt'] };
}

const timeOf = (event: LoggedEvent): number => Date.parse(String(fieldsOf(event)['occurred_at']));

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
