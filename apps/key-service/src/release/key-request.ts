import type { KeyRefusal, Label, LabelScheme, ProofMode, ReleaseConditions, RequestId } from '@strongroom/domain';
import type { Clock, KeyUnwrapper, Log, SigningKey } from '@strongroom/ports';
import type { Proofs } from '../people/proven.ts';
import type { ReleaseRecord } from '../record/release-record.ts';
import type { ClientKey } from '../tokens/client-key.ts';
import type { SealedKey } from './answer.ts';
import type { ReleaseRates } from './rates.ts';
import type { RefusedGrants } from './refused-grants.ts';
import type { RoomLabels } from './room-labels.ts';
import type { RoomServiceTrust } from './trust.ts';

export type ReleaseDeps = Readonly<{
  mode: ProofMode;
  /** Address of this key service, which grants name as their audience. */
  url: string;
  /** Address of the room service, which grants name as their issuer. */
  roomService: string;
  scheme: LabelScheme;
  linkLabel: Label | null;
  /** The policy of the operator. */
  conditions: ReleaseConditions;
  key: SigningKey;
  clock: Pick<Clock, 'now'>;
  log: Log;
  trust: RoomServiceTrust;
  proofs: Proofs;
  labels: RoomLabels;
  rates: ReleaseRates;
  record: ReleaseRecord;
  refused: RefusedGrants;
  unwrapper: KeyUnwrapper;
}>;

export type KeyRequest = Readonly<{
  items: readonly Readonly<{ grant: string; wrappedDek: string }>[];
  client: ClientKey;
  /** Proofs of a device and of a person, as the mode asks for them. */
  device?: string | undefined;
  person?: string | undefined;
  reason: string | null;
  request: Readonly<{ id: RequestId; ip: string }>;
  /** The address of the caller; null where the trusted proxies do not say it. */
  caller: string | null;
}>;

/** The result for one key, in the place of its item. */
export type ReleasedKey = Readonly<{ sealed: SealedKey } | { refusal: KeyRefusal }>;
