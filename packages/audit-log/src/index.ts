export { postingsOf } from './erasure.ts';
export {
  type EncodedEvent,
  type EventSalts,
  encodeEvent,
  eventOfText,
  eventText,
  facetsOfText,
  type StoredAddress,
} from './event-text.ts';
export * from './indexed-log.ts';
export { withoutOffsets } from './postings.ts';
export { nameOfTerm } from './terms.ts';
