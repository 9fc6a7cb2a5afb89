import { placeOf } from './drivers.ts';

type Chosen = Readonly<{ documents: string; ownerToken: unknown; secret: unknown }>;

/**
 * Missing secrets of a service whose documents are in another system, as sentences: if each process generated its own,
 * processes on several machines would disagree.
 */
export function sharedSecretProblems({ documents, ownerToken, secret }: Chosen): readonly string[] {
  if (placeOf('documents', documents) !== 'elsewhere') return [];
  const needs = `STRONGROOM_DOCUMENTS=${documents} needs one that all processes share`;
  return [
    ...(ownerToken === undefined
      ? [`STRONGROOM_OWNER_TOKEN is missing: ${needs}; \`strongroom owner-token --make\` prints one.`]
      : []),
    ...(secret === undefined
      ? [`STRONGROOM_SECRET is missing: ${needs}, such as \`openssl rand -base64 32\` gives.`]
      : []),
  ];
}
