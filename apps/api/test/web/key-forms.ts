/** The forms in which a data key of 32 bytes could be sent. */
export const formsOf = (key: Buffer): readonly string[] => [
  ...(['base64', 'base64url', 'hex', 'latin1'] as const).map((form) => key.toString(form)),
  [...key].join(','),
];
