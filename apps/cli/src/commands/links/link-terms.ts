import { formatCount, localMinute, Problem, shortId } from '@strongroom/command-line';

/** Texts of a link. */
export const TEXT_OPTIONS = {
  name: { value: 'TEXT', text: 'A name for your own lists.' },
  to: { value: 'WHO', text: 'The person who gets it, for your own lists. No mail is sent.' },
  message: { value: 'TEXT', text: 'Words for the recipient, who reads them with your name before the download.' },
} as const;

/** The texts of a link that were given. */
export const textsOf = (given: Readonly<{ text: (name: keyof typeof TEXT_OPTIONS) => string | undefined }>) => ({
  name: given.text('name'),
  recipient: given.text('to'),
  message: given.text('message'),
});

export type LinkTerms = Readonly<{ expires_in: number; max_downloads: number | undefined }> &
  ReturnType<typeof textsOf>;

type MadeLink = Readonly<{ id: string; expires_at: string; max_downloads: number | null }>;

/** Terms of the links, below the last of them. `names`: of what each leads to. */
export function describeMadeLinks(
  names: readonly string[],
  { id, expires_at: until, max_downloads: most }: MadeLink,
  withKey: boolean,
): string {
  const [name] = names;
  const isAlone = names.length === 1 && name !== undefined;
  const downloads = most === null ? 'for any number of downloads' : `for ${formatCount(most, 'download')}`;
  return [
    `${isAlone ? name : `${formatCount(names.length, 'link')}, each`} until ${localMinute(until)}, ${downloads}.`,
    isAlone ? `Link ${shortId(id)}; the address is not shown again.` : 'The addresses are not shown again.',
    ...(withKey ? [] : ['Without its key a link yields ciphertext: no browser can open the file.']),
  ].join(' ');
}

export async function plainLink<T extends Readonly<{ url: string | null }>>(making: Promise<T>) {
  const made = await making;
  if (made.url === null)
    throw new Problem(
      'the answer with the link was lost on the way: revoke it (`strongroom share list`), and make another.',
    );
  return { share: made, url: made.url };
}
