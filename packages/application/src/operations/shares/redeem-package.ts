import {
  type AnsweredItem,
  answerItems,
  type BearerSecret,
  currentVersion,
  DomainError,
  type EventData,
  higherLabel,
  type Instant,
  isPackage,
  type KeyThumbprint,
  nextAnswer,
  PACKAGE_PAGE,
  type PackageLink,
  type Redemption,
  type RedemptionId,
  redeemLink,
  resumableUntil,
  type SealedKey,
} from '@strongroom/domain';
import type { KeyGrant } from '../../kernel/answers.ts';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idempotent, type Replay } from '../../kernel/idempotent.ts';
import type { Operation } from '../../kernel/operation-runner.ts';
import { shareTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import {
  type DecidedGrant,
  draftGrant,
  type GrantDeps,
  type GrantTo,
  signGrant,
} from '../../steps/files/key-grants.ts';
import type { PresentedDeps } from '../../steps/links/on-presented-link.ts';
import { redemptionToBegin } from '../../steps/links/redemption-secret.ts';
import { REPLAYS_OF_LINKS } from '../../steps/links/replays.ts';
import { type ObjectAddress, type ObjectAddresses, withAddresses } from '../../steps/packages/addresses.ts';
import { countReleased } from '../../steps/packages/count-released.ts';
import { type OpenItem, openItems, packageRefs } from '../../steps/packages/open-items.ts';
import { pageFrom, placeAt } from '../../steps/packages/pages.ts';
import { refTo } from '../../store/collection.ts';
import { redemptions } from '../../store/redemptions.ts';
import { rooms } from '../../store/rooms.ts';
import { shareLinks } from '../../store/share-links.ts';

/** Without `redemption` a download is counted; with it, a page or some items of that download are answered. */
export type PackagePart = Readonly<{
  client?: KeyThumbprint | undefined;
  redemption?: string | undefined;
  cursor?: string | undefined;
  items?: readonly number[] | undefined;
}>;

/** The first answer about a file releases its key. */
type Released = Readonly<{ grant: DecidedGrant; key: SealedKey | undefined }>;
type Row = OpenItem &
  (Readonly<{ address: ObjectAddress; released: Released | undefined }> | Readonly<{ address: undefined }>);
type Begun = Pick<Redemption, 'id' | 'begunAt' | 'secretHash'>;
type Decided = Readonly<{ rows: readonly Row[]; total: number; nextCursor: string | null; begun: Begun }>;
/** `first`: the items whose keys were released. */
type Kept = Readonly<{ begun: Begun; versions: Readonly<Record<string, number>>; first: readonly number[] }>;

/** A file of a package with its address, and with its key the first time; without an address after too many answers. */
export type PackageFile = OpenItem &
  (
    | Readonly<{ address: ObjectAddress; key?: KeyGrant & Readonly<{ sealed: SealedKey | undefined }> }>
    | Readonly<{ address: undefined }>
  );

export type RedeemedPackage = Readonly<{
  files: readonly PackageFile[];
  total: number;
  nextCursor: string | null;
  redemption: BearerSecret;
  redemptionExpiresAt: Instant;
}>;

type RedeemPackageDeps = PresentedDeps & GrantDeps & Pick<Deps, 'blobs' | 'downloadUrlTtl' | 'ids' | 'limiter'>;

/**
 * Counts one download of a package, or answers another part of a counted one. Every key that goes out has its event. Throws as
 * `redeemShare`, INVALID_CURSOR for a redemption that is unknown, has ended or is of another link, and RATE_LIMIT_EXCEEDED.
 */
export const redeemPackage = (deps: RedeemPackageDeps) => {
  const count = countReleased(deps);
  return async (visitor: Visitor, link: PackageLink, part: PackagePart): Promise<RedeemedPackage> => {
    const place = placeAt(part.cursor);
    const most = Math.min(part.items?.length ?? PACKAGE_PAGE, Math.max(link.items.length - place, 0));
    await count(link.id, visitor.request.ip, most);
    const known = part.redemption === undefined ? undefined : deps.secrets.hash(part.redemption);
    const id = deps.ids.timed<RedemptionId>(deps.clock.now());
    const beginning = redemptionToBegin(deps.secrets, id);
    const grants = new Map<number, GrantTo>();
    // The id of a grant is drawn before the decision, which may be repeated.
    const grantFor = (index: number): GrantTo => {
      const drafted = grants.get(index) ?? draftGrant(deps, 'open', part.client)({ share: link });
      grants.set(index, drafted);
      return drafted;
    };

    const currentOf = (uow: UnitOfWork): PackageLink => {
      const current = uow.find(shareLinks, link.id);
      if (current === undefined || !isPackage(current)) throw new DomainError('SHARE_NOT_FOUND');
      return current;
    };

    const release = (uow: UnitOfWork, { index, item, file }: OpenItem, data: EventData): Released => {
      const grantTo = grantFor(index);
      const target = {
        ...shareTarget(link),
        label: higherLabel(deps.labelRules.scheme, link.label, file.effectiveLabel),
      };
      const event = uow.record({
        type: 'share.redeemed',
        target,
        data: { file_id: file.id, version: currentVersion(file), item: index, ...data, ...grantTo.data },
      });
      return { grant: grantTo.decided(event, file, uow.get(rooms, link.roomId).label), key: item.key };
    };

    const begin = (): Redemption => ({
      id,
      linkId: link.id,
      secretHash: beginning.hash(),
      begunAt: deps.clock.now(),
      resumes: 0,
    });

    const decided = (addresses: ObjectAddresses): Operation<Decided> => ({
      author: { actor: { type: 'share', id: link.id }, request: visitor.request },
      refs: [
        refTo(shareLinks, link.id),
        ...packageRefs(link),
        ...(known === undefined ? [] : [refTo(redemptions, known)]),
      ],
      serializeOn: link.id,
      apply: (uow) => {
        const now = deps.clock.now();
        const current = currentOf(uow);
        const found = known === undefined ? undefined : uow.find(redemptions, known);
        const action = known === undefined ? 'share.redeem' : 'share.resume';
        const open = openItems(deps.labelRules, uow, current, { action, now, redemption: found });
        const asked = part.items;
        const { items, nextCursor } =
          asked === undefined
            ? pageFrom(open, place)
            : { items: open.filter(({ index }) => asked.includes(index)), nextCursor: null };
        const begun = found ?? begin();
        const next = items.map((one) => ({ one, answer: nextAnswer(begun, one.index, one.file) }));
        const answered = next.flatMap(({ one, answer }) => (answer === undefined ? [] : [{ ...one, ...answer }]));
        const signed = addresses.of(answered.map(({ file }) => file.sealed));
        const used = found === undefined ? redeemLink(current, now) : current;
        if (found === undefined) uow.put(shareLinks, used);
        // A revocation replaces the link, which a further page does not.
        else uow.expect(shareLinks, current.id);
        uow.put(redemptions, answerItems(begun, current, answered, now));
        const data = { redemption: begun.id, ...(found === undefined && { download: used.downloads }) };
        const rows = next.map(({ one, answer }): Row => {
          const { index, file } = one;
          const address = signed.get(file.sealed);
          if (answer === undefined || address === undefined) return { ...one, address: undefined };
          if (answer.isFirst) return { ...one, address, released: release(uow, one, data) };
          const target = shareTarget(link);
          uow.record({ type: 'share.resumed', target, data: { file_id: file.id, item: index, redemption: begun.id } });
          return { ...one, address, released: undefined };
        });
        return { rows, total: open.length, nextCursor, begun };
      },
    });

    // A client whose connection broke repeats its key and gets the same part with the same keys.
    const replay = (addresses: ObjectAddresses): Replay<Decided> => ({
      memory: REPLAYS_OF_LINKS,
      store: ({ rows, begun: { id: redemptionId, begunAt, secretHash } }): Kept => ({
        begun: { id: redemptionId, begunAt, secretHash },
        versions: Object.fromEntries(rows.map(({ index, file }) => [index, currentVersion(file)])),
        first: rows.flatMap((row) => (row.address !== undefined && row.released !== undefined ? [row.index] : [])),
      }),
      restore: ({ begun, versions, first }: Kept, uow) => {
        const items = Object.keys(versions).map(Number);
        const answered: Record<number, AnsweredItem> = {};
        for (const index of items) answered[index] = { version: versions[index] ?? 1, answers: 1 };
        const redemption = { ...begun, linkId: link.id, resumes: 0, items: answered };
        const now = deps.clock.now();
        const open = openItems(deps.labelRules, uow, currentOf(uow), { action: 'share.resume', now, redemption });
        const again = open.filter(({ index }) => items.includes(index));
        const signed = addresses.of(again.map(({ file }) => file.sealed));
        const rows = again.map((one): Row => {
          const address = signed.get(one.file.sealed);
          if (address === undefined) return { ...one, address };
          const isFirst = first.includes(one.index);
          const data = { redemption: begun.id, replayed: true };
          return { ...one, address, released: isFirst ? release(uow, one, data) : undefined };
        });
        const last = items.at(-1);
        const further = part.items === undefined && last !== undefined && open.find(({ index }) => index > last);
        return { rows, total: open.length, nextCursor: further ? `i${further.index}` : null, begun };
      },
    });

    const { rows, begun, ...page } = await withAddresses(deps, (addresses) => {
      const owner = { ownerId: link.id, idempotency: visitor.idempotency };
      return deps.runner.run(idempotent(deps, owner, replay(addresses), decided(addresses)));
    });
    return {
      ...page,
      files: rows.map((row): PackageFile => {
        if (row.address === undefined || row.released === undefined) return row;
        const { released, ...rest } = row;
        return { ...rest, key: { ...signGrant(deps, released.grant), sealed: released.key } };
      }),
      redemption: beginning.secretOf(begun),
      redemptionExpiresAt: resumableUntil(begun),
    };
  };
};
