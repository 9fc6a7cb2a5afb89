/** Acts on the file and its link. */
import { HOUR, plus, relabelFile, relabelLink, revokeLink } from '../../src/index.ts';
import * as an from '../examples.ts';
import type { Act } from './acts.ts';
import { factsFor, may } from './facts-in.ts';
import { LABELS, place, roomId, type State } from './state.ts';

export function onFile(
  state: State,
  act: Extract<Act, { does: 'share' | 'revoke share' | 'relabel' }>,
): State | undefined {
  const facts = factsFor(state, act.by, undefined);
  const { file, link } = state;
  if (act.does === 'relabel') {
    if (act.label === file.label || !may('file.edit', { ...facts, label: act.label })) return undefined;
    const next = relabelFile(LABELS.scheme, file, act.label, state.rooms.R.label);
    return { ...state, file: next, link: link && relabelLink(link, next.effectiveLabel) };
  }
  const membership = state.members[place('R', act.by)];
  if (act.does === 'revoke share') {
    if (link === undefined || link.revokedAt !== null) return undefined;
    return may('share.revoke', { ...facts, link }) ? { ...state, link: revokeLink(link, state.now) } : undefined;
  }
  const user = state.users[act.by];
  if (user === undefined || membership === undefined || !may('share.create', facts)) return undefined;
  const fresh = an.aLink({
    fileId: file.id,
    roomId: roomId('R'),
    label: file.effectiveLabel,
    createdBy: user.id,
    creatorEpoch: user.epoch,
    creatorMembershipId: membership.id,
    expiresAt: plus(state.now, 10_000 * HOUR),
    maxDownloads: null,
  });
  return { ...state, link: fresh };
}
