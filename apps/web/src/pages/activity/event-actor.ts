import type { AuditEvent } from '@strongroom/client';
import { plural } from '../../base/format.ts';

/** A link or upload request: the name that its maker gave, the maker, and the file or the number and words of files of a link. */
type NamedLink = Readonly<{
  name: string | null;
  maker: string | null;
  fileId?: string;
  files?: number;
  content?: string;
}>;
/** Links and upload requests by id. */
export type LinkNames = ReadonlyMap<string, NamedLink>;

export type ActorNames = Readonly<{
  person: (id: string | null) => string;
  links: LinkNames;
  /** Tells links without a name apart by their files, where no sentence around names them. */
  fileOfLink?: (fileId: string) => string;
}>;

/** Events without a user that are an act of the operator at the machine. */
const BY_OPERATOR: ReadonlySet<string> = new Set([
  'log.restarted',
  'log.continued',
  'log.clock_confirmed',
  'user.second_factor_reset',
  'token.created',
  'token.revoked',
]);

/** Deeds of the holders of a link, about which a sentence names the link. */
export const USES: ReadonlySet<string> = new Set(['share.redeemed', 'share.resumed']);

/** The beginning of the sentence about an event: who or what did it. */
export function actorOf(event: Pick<AuditEvent, 'actor' | 'data'> & { type: string }, names: ActorNames): string {
  const { actor, type, data } = event;
  if (actor.type === 'user') return names.person(actor.id);
  if (actor.type === 'upload_request') return 'A person without an account';
  if (actor.type === 'share') {
    const link = linkWords(actor.id, names);
    if (USES.has(type)) return link.replace(/^./u, (letter) => letter.toUpperCase());
    return `The holder of ${link}`;
  }
  if (type === 'session.device_requested') return 'A program';
  if (type === 'session.ended' && data['way'] === 'oidc') return 'The identity provider';
  return BY_OPERATOR.has(type) ? 'An operator' : 'The service';
}

/** A link by its name, or by its maker and what it leads to. */
function linkWords(id: string | null, { links, person, fileOfLink }: ActorNames): string {
  const known = links.get(id ?? '');
  if (known === undefined) return 'a link';
  if (known.name !== null) return `the link “${known.name}”`;
  const { maker, files, content, fileId } = known;
  const of = maker === null ? '' : ` of ${person(maker)}`;
  const to =
    files !== undefined ? (content ?? plural(files, 'file')) : fileId !== undefined ? fileOfLink?.(fileId) : undefined;
  return `a link${of}${to === undefined ? '' : ` to ${to}`}`;
}
