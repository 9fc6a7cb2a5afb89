type Refusal = Readonly<{ code: string | undefined }>;

/** The headings of the page for links that end here, by the codes of the service and of the page. */
const HEADINGS: Readonly<Record<string, string>> = {
  SHARE_EXPIRED: 'This link has expired',
  SHARE_EXHAUSTED: 'This link is used up',
  SHARE_REVOKED: 'This link was revoked',
  SHARE_NOT_FOUND: 'This link leads to nothing',
  LINK_INCOMPLETE: 'This link is incomplete',
  KEY_WRONG: 'The key is wrong',
  LINK_MISSING: 'A link is missing',
};

/** The heading for a link that ended, or is none; undefined while it may still work. */
export const headingOf = ({ code }: Refusal): string | undefined => HEADINGS[code ?? ''];

/** The next step of its reader, by the code of the service. */
const STEPS: Readonly<Record<string, string>> = {
  SHARE_EXPIRED: 'Ask the person who sent it to extend it: then the same link works again.',
  SHARE_EXHAUSTED:
    'Ask the person who sent it to allow one more download: then the same link works again. One that you began within 24 hours is finished in the tab in which you began it.',
  SHARE_REVOKED: 'The sender ended it. If you still need what it led to, ask the person who sent it for a new link.',
  SHARE_NOT_FOUND:
    'Its files were deleted, or it was copied wrongly. Copy all of it again, or ask the person who sent it.',
};

/** The sentences about a link that ended, in place of those of the service; undefined while it may still work. */
export const sentencesAbout = (code: string | undefined): string | undefined =>
  STEPS[code ?? ''] && `${HEADINGS[code ?? '']}. ${STEPS[code ?? '']}`;

export const stepAfter = ({ code }: Refusal): string | undefined => STEPS[code ?? ''];
