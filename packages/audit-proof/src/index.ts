export { formatEventProof, type ProofOptions, type ProvenEvent, verifyEventProof } from './export/event-proof.ts';
export { eventsPath, type LoggedEvent, MAX_EVENT_BYTES } from './export/events.ts';
export { type ExportedLog, type ExportFile, entryBundle, exportFiles } from './export/files.ts';
export { formatSeqRanges, parseSeqRanges, type SeqRange } from './export/gaps.ts';
export { type ExportSource, NotJudged, Tampered } from './export/source.ts';
export { tarOf } from './export/tar.ts';
export { type Verified, type VerifyOptions, verifyExport } from './export/verify.ts';
export { fromBase64, toBase64 } from './notes/base64.ts';
export { type Checkpoint, formatCheckpoint, parseCheckpoint, parseCount } from './notes/checkpoint.ts';
export {
  formatVerifierKey,
  parseVerifierKey,
  SIGNATURE_TYPES,
  type SignatureType,
  type VerifierKey,
  verifierKey,
} from './notes/keys.ts';
export { Malformed } from './notes/malformed.ts';
export {
  BadSignature,
  formatNote,
  formatSignature,
  type Note,
  type NoteSignature,
  parseNote,
  parseSignature,
  type Signed,
  signersOf,
} from './notes/note.ts';
export { formatPrivateKey, parsePrivateKey, type Signer, signerOf } from './notes/signer.ts';
export {
  formatTlogProof,
  isTlogProof,
  type Proven,
  parseTlogProof,
  type TlogProof,
  verifyTlogProof,
} from './notes/tlog-proof.ts';
export { type SubmitToWitness, type WitnessAnswer, type Witnessed, withSignature, witness } from './notes/witness.ts';
export { sha256 } from './sha256.ts';
export { appendLeaves, type Edge, edgeFromTiles, emptyEdge, rootOf, type TilePart } from './tree/edge.ts';
export { emptyRoot, HASH_BYTES, type Hash, joinHashes, leafHash, nodeHash, sameHash } from './tree/hashes.ts';
export {
  consistencyProof,
  inclusionProof,
  type ReadTile,
  rootFromTiles,
  verifyConsistency,
  verifyInclusion,
} from './tree/proofs.ts';
export {
  allTiles,
  entriesPath,
  hashAt,
  parseTilePath,
  partialTiles,
  rootWithin,
  TILE_HEIGHT,
  TILE_WIDTH,
  type Tile,
  tilePath,
} from './tree/tiles.ts';
