export { postingsOf } from './erasure.ts';
export {
  type EncodedEvent,
  encodeEvent,
  eventOfText,
  eventText,
  facetsOfText,
  type Salts,
  type StoredAddress,
} from './event-text.ts';
export * from './indexed-log.ts';
export { withoutOffsets } from './postings.ts';
export { nameOfTerm } from './terms.ts';
