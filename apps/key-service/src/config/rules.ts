import { isKnown } from '@strongroom/domain';
import { KEY_SERVICE_VARIABLES, type ValuesOf } from '@strongroom/settings';

type Values = ValuesOf<typeof KEY_SERVICE_VARIABLES>;

const V = KEY_SERVICE_VARIABLES;

/** Settings that are well-formed and do not fit together, as sentences. Each of them would leave the key service without a protection or a key. */
export const ruleProblems = (values: Values): readonly string[] => [
  ...originProblems(values),
  ...outerProblems(values),
  ...providerProblems(values),
  ...linkProblems(values),
];

function originProblems({ proof, roomPages, origins, roomService }: Values): readonly string[] {
  if (proof === 'grant' || roomPages === 'trusted' || origins?.includes(roomService) !== true) return [];
  return [
    `${V.origins.name} holds the room service: its pages could then ask for keys, and in the browser one authority would decide. Take it out, or set ${V.roomPages.name}=trusted.`,
  ];
}

/** Without a private key nothing that has the layer can be opened. */
function outerProblems(values: Values): readonly string[] {
  const { outerToken, outerPinFile, outerLibrary, pkcs11Library, outerKeys, keysOuter } = values;
  if (outerToken !== null)
    return (outerLibrary ?? pkcs11Library) === undefined
      ? [`${V.outerLibrary.name} is missing: ${V.outerToken.name} needs a PKCS#11 library.`]
      : [];
  const isLayered = typeof keysOuter === 'string';
  return [
    ...(typeof outerPinFile === 'string' ? [`${V.outerPinFile.name} means nothing without ${V.outerToken.name}.`] : []),
    ...(isLayered && (outerKeys ?? []).length === 0
      ? [
          `${V.keysOuter.name} is set: name the files of its private keys in ${V.outerKeys.name}, or the token that holds them in ${V.outerToken.name}.`,
        ]
      : []),
  ];
}

function providerProblems(values: Values): readonly string[] {
  if (values.proof === 'oidc') return [];
  const isSet = (values.oidcIssuer ?? values.oidcClientId ?? values.oidcClientSecret) !== undefined;
  return [
    ...(isSet ? [`The settings of the identity provider mean nothing without ${V.proof.name}=oidc.`] : []),
    ...(values.deviceLogin === 'on'
      ? [`${V.deviceLogin.name} means nothing without the proof oidc: leave it out.`]
      : []),
  ];
}

/** Beside `grant` the room service alone would decide for a link, so there no link gets a key. */
function linkProblems({ links, proof, labels }: Values): readonly string[] {
  if (links === null) return [];
  if (proof !== 'grant') return [`${V.links.name} has to be none in the mode ${proof}.`];
  return isKnown(labels, links) ? [] : [`${V.links.name} must be a label of STRONGROOM_LABELS, or none.`];
}
