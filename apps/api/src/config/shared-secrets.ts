import { placeOf } from './drivers.ts';

type Chosen = Readonly<{
  documents: string;
  ownerToken: unknown;
  secret: unknown;
  keyServiceUrl: unknown;
  grantKeys: unknown;
}>;

/**
 * Missing secrets of a service whose documents are in another system, as sentences: if each process generated its own,
 * processes on several machines would disagree.
 */
export function sharedSecretProblems({
  documents,
  ownerToken,
  secret,
  keyServiceUrl,
  grantKeys,
}: Chosen): readonly string[] {
  if (placeOf('documents', documents) !== 'elsewhere') return [];
  const needs = `STRONGROOM_DOCUMENTS=${documents} needs one that all processes share`;
  return [
    ...(ownerToken === undefined
      ? [`STRONGROOM_OWNER_TOKEN is missing: ${needs}; \`strongroom owner-token --make\` prints one.`]
      : []),
    ...(secret === undefined
      ? [`STRONGROOM_SECRET is missing: ${needs}, such as \`openssl rand -base64 32\` gives.`]
      : []),
    ...(keyServiceUrl !== undefined && grantKeys === undefined
      ? [
          `STRONGROOM_GRANT_KEY is missing: with STRONGROOM_KEY_SERVICE_URL, ${needs}; \`strongroom grant-key --make\` prints one.`,
        ]
      : []),
  ];
}
