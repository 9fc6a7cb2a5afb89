import { portableName } from '@strongroom/client';

/** A decrypted file. */
export type GivenFile = Readonly<{ name: string; content: Blob }>;

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
