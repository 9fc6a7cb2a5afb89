import type { AuditEvent } from '@strongroom/client';

/** Words before a thing and before several, and those after its place. */
export type SentenceForm = readonly [one: string, several: string, afterOne?: string, afterSeveral?: string];

const TO_SHARE: SentenceForm = ['took the key of', 'took the keys of', ', to share it', ', to share them'];
const AGAIN: SentenceForm = ['got the key of', 'got the keys of', ' again', ' again'];
const BY_PACKAGE: SentenceForm = ['was used to get the key of', 'was used to get the keys of'];

type Released = Readonly<{ type: string }> & Pick<AuditEvent, 'data'>;

/** Whether the key of a file was released to make a link of it: its maker opens nothing. */
export function isToShare({ type, data: { grant, op } }: Released): boolean {
  const purpose = typeof grant === 'object' ? grant?.['op'] : op;
  return type === 'file.key_granted' && purpose === 'export';
}

/** Words for a key that was released without an opening; none for other events. `files`: of the link, where it is known. */
export function keyForm(event: Released, files?: number): SentenceForm | undefined {
  if (event.type === 'file.key_granted') return isToShare(event) ? TO_SHARE : AGAIN;
  // Only a use of a link to several files names the place of each; such a link may have one alone, which it opens.
  const isOfSeveral = event.type === 'share.redeemed' && typeof event.data['item'] === 'number' && files !== 1;
  return isOfSeveral ? BY_PACKAGE : undefined;
}
