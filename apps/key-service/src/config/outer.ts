/** A token with private keys of the outer layer. */
export type OuterToken = Readonly<{ library: string; token: string; pinFile: string }>;

/** The places of the private keys of the outer layer: files, a token, or both while they move. */
export type OuterSettings = Readonly<{ files: readonly string[]; token: OuterToken | null }>;

const P = 'STRONGROOM_KEY_SERVICE_';
const ROOM_LIBRARY = 'STRONGROOM_PKCS11_LIBRARY';

export const OUTER_VARIABLES = {
  outerKeys: {
    name: `${P}OUTER_KEYS`,
    shown: 'none',
    meaning:
      'Files with private RSA keys in PEM, between commas: they remove the outer layer that STRONGROOM_KEYS_OUTER of the room service puts on.',
  },
  outerToken: {
    name: `${P}OUTER_TOKEN`,
    shown: 'none',
    meaning: 'Label of a token whose private RSA keys remove that layer, beside the files or instead of them.',
  },
  outerPinFile: {
    name: `${P}OUTER_PIN_FILE`,
    shown: 'none',
    meaning: 'File with the PIN of that token.',
  },
  outerLibrary: {
    name: `${P}OUTER_LIBRARY`,
    shown: ROOM_LIBRARY,
    meaning: 'PKCS#11 library of that token, where it is another one than that of the rooms.',
  },
} as const;

/** Without a private key nothing that has the layer can be opened, so the key service does not start. */
export function outerOf(text: (name: string) => string | undefined, problems: string[]): OuterSettings {
  const V = OUTER_VARIABLES;
  const listed = (text(V.outerKeys.name) ?? '').split(',').map((file) => file.trim());
  const files = listed.filter((file) => file !== '' && file !== 'none');
  const [token, pinFile] = [V.outerToken, V.outerPinFile].map(({ name }) => {
    const value = text(name);
    return value === 'none' ? undefined : value;
  });
  const library = text(V.outerLibrary.name) ?? text(ROOM_LIBRARY);
  if (token === undefined) {
    if (pinFile !== undefined) problems.push(`${V.outerPinFile.name} means nothing without ${V.outerToken.name}.`);
    const isLayered = (text('STRONGROOM_KEYS_OUTER') ?? 'none') !== 'none';
    if (isLayered && files.length === 0)
      problems.push(
        `STRONGROOM_KEYS_OUTER is set: name the files of its private keys in ${V.outerKeys.name}, or the token that holds them in ${V.outerToken.name}.`,
      );
    return { files, token: null };
  }
  if (pinFile === undefined) problems.push(`${V.outerPinFile.name} is missing: ${V.outerToken.name} needs it.`);
  if (library === undefined)
    problems.push(`${V.outerLibrary.name} is missing: ${V.outerToken.name} needs a PKCS#11 library.`);
  return { files, token: { library: library ?? '', token, pinFile: pinFile ?? '' } };
}
