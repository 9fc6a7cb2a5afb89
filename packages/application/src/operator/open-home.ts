import {
  type ApiToken,
  addToken,
  type BearerSecret,
  canonicalEmail,
  type Email,
  keepsOrder,
  type Label,
  NO_DESCRIPTION,
  newUser,
  type Organisation,
  type OrgId,
  type OrgUnit,
  type OrgUnitId,
  OrgUnitName,
  rootUnit,
  shownPrefix,
  type TokenId,
  TokenName,
  type User,
  type UserId,
} from '@strongroom/domain';
import { DuplicateKey, VersionConflict } from '@strongroom/ports';
import type { Configuration, Home, Ports } from '../kernel/deps.ts';
import { MAX_ATTEMPTS, pauseAfter } from '../kernel/retry.ts';
import { SettingsUnfit } from '../kernel/settings-unfit.ts';
import { type Collection, documentOf, refTo, stateOf } from '../store/collection.ts';
import { COLLECTIONS, schemasOf } from '../store/collections.ts';
import { logIdentities } from '../store/log-identity.ts';
import { ORGANISATION, organisations, orgUnits } from '../store/organisation.ts';
import { rooms, roomsOfLabel } from '../store/rooms.ts';
import { schemas } from '../store/schemas.ts';
import { storeSettings } from '../store/settings.ts';
import { users, usersWithOverride } from '../store/users.ts';
import { firstLog } from './begin-signing.ts';
import { sameSettings, settingsHere, settingsToStore } from './store-settings.ts';
import { logStarted } from './upgrade/log-started.ts';

type First = Readonly<{
  ownerEmail: Email;
  /** Called only for an empty store. Must have stored the token safely when it resolves. */
  ownerToken: () => Promise<BearerSecret>;
}>;

/**
 * Finds the organisation of a store, or creates it on the first start: root unit, first owner and their token, in one
 * commit. Of several processes that start at the same time one creates it. Throws SettingsUnfit.
 */
export async function openHome(
  ports: Pick<Ports, 'documents' | 'clock' | 'ids' | 'secrets' | 'log' | 'auditKeys'>,
  configuration: Pick<Configuration, 'labelRules' | 'publicUrl'>,
  first: First,
): Promise<Home> {
  for (let attempt = 1; ; attempt++) {
    const [document] = await ports.documents.read([refTo(organisations, ORGANISATION)]);
    try {
      if (document === undefined) return await found(ports, configuration, first);
      return await reconciled(ports, configuration, stateOf(organisations, document), document.version);
    } catch (error) {
      // Another process was faster; the next attempt finds its documents.
      const isConflict = error instanceof DuplicateKey || error instanceof VersionConflict;
      if (!isConflict || attempt >= MAX_ATTEMPTS) throw error;
      await pauseAfter(ports.clock, attempt);
    }
  }
}

async function found(
  ports: Pick<Ports, 'documents' | 'clock' | 'ids' | 'secrets' | 'auditKeys'>,
  { labelRules, publicUrl }: Pick<Configuration, 'labelRules' | 'publicUrl'>,
  first: First,
): Promise<Home> {
  const now = ports.clock.now();
  const secret = await first.ownerToken();
  const owner = newUser({
    id: ports.ids.uuid<UserId>(),
    email: canonicalEmail(first.ownerEmail),
    role: 'owner',
    at: now,
  });
  const token: ApiToken = {
    id: ports.ids.uuid<TokenId>(),
    name: TokenName.parse('first owner'),
    grant: null,
    hash: ports.secrets.hash(secret),
    prefix: shownPrefix(secret),
    createdAt: now,
    expiresAt: null,
    madeWith: null,
  };
  const user: User = addToken({ ...owner, status: 'active', activatedAt: now }, token, now);
  const root: OrgUnit = rootUnit({
    id: ports.ids.uuid<OrgUnitId>(),
    name: OrgUnitName.parse('Organisation'),
    description: NO_DESCRIPTION,
    at: now,
  });
  const organisation: Organisation = {
    id: ports.ids.uuid<OrgId>(),
    rootUnitId: root.id,
    scheme: labelRules.scheme,
    owners: [user.id],
  };
  const insert = <S>(collection: Collection<S>, state: S) => ({
    collection: collection.name,
    insert: documentOf(collection, state, 1),
  });
  const known = schemasOf(COLLECTIONS);
  const log = ports.auditKeys && (await firstLog({ ...ports, auditKeys: ports.auditKeys }, publicUrl()));
  await ports.documents.commit(
    [
      insert(schemas, { written: known, begun: known }),
      insert(storeSettings, settingsToStore(settingsHere(ports.secrets, { labelRules }))),
      insert(organisations, organisation),
      insert(orgUnits, root),
      insert(users, user),
      ...(log === undefined ? [] : [insert(logIdentities, log.identity)]),
    ],
    [logStarted(ports, organisation.id, { before: 0, signed: log?.named })],
  );
  return { orgId: organisation.id, rootUnitId: root.id };
}

/** Labels may be added and renamed. Their order is fixed once rooms and clearances use it. */
async function reconciled(
  ports: Pick<Ports, 'documents' | 'secrets' | 'log'>,
  { labelRules }: Pick<Configuration, 'labelRules'>,
  stored: Organisation,
  version: number,
): Promise<Home> {
  const home: Home = { orgId: stored.id, rootUnitId: stored.rootUnitId };
  const { scheme } = labelRules;
  const isKept = JSON.stringify(scheme) === JSON.stringify(stored.scheme);
  if (!isKept && !keepsOrder(stored.scheme, scheme) && (await isUsed(ports, stored)))
    throw new SettingsUnfit(
      `The order of labels (${order(scheme)}) is not the order this store was used with (${order(stored.scheme)}): access to rooms would silently change. Restore the labels; new ones may be added.`,
      'labels',
    );
  const warning = await sameSettings(ports.documents, settingsHere(ports.secrets, { labelRules }));
  if (warning !== undefined) ports.log.warn(warning);
  if (isKept) return home;
  await ports.documents.commit([
    { collection: organisations.name, replace: documentOf(organisations, { ...stored, scheme }, version + 1) },
  ]);
  return home;
}

const order = (scheme: Organisation['scheme']): string => scheme.map((entry) => entry.label).join(' < ');

/** Also after the last room is deleted: its files are listed by their labels until they are destroyed. */
async function isUsed({ documents }: Pick<Ports, 'documents'>, stored: Organisation): Promise<boolean> {
  if (stored.labelsUsed === true) return true;
  const labels: readonly Label[] = stored.scheme.map((entry) => entry.label);
  if ((await documents.count(rooms.name, { anyOf: labels.map(roomsOfLabel) })) > 0) return true;
  return (await documents.count(users.name, { anyOf: [usersWithOverride] })) > 0;
}
