import { portableName } from '@strongroom/client';

/** A decrypted file. */
type GivenFile = Readonly<{ name: string; content: Blob }>;

/** Copies the whole link, which the address bar does not have any more. Returns a sentence about it. */
export const copyLink = (fragment = ''): Promise<string> =>
  navigator.clipboard.writeText(`${location.origin}${location.pathname}${fragment}`).then(
    () => 'The link is copied. Paste it into your own browser.',
    () => 'This app does not let the link be copied. Open the message again and copy the link there.',
  );

/** Without a media type: the sender's type could make the browser show a file as a page of this service. */
export const UNTYPED_MEDIA = { type: 'application/octet-stream' };

/** Hands a file to the browser. Returns the name that it is saved under. */
export function handOver({ name: called, content }: GivenFile): string {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = address;
  const name = portableName(called);
  anchor.download = name;
  anchor.click();
  // The browser reads the object after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return name;
}
