import type { Service } from '@strongroom/client';

/** Milliseconds. */
const USUAL = 300_000;
/** The service itself asks a silent key service again after five seconds. */
const SILENT = 10_000;

type Offer = Pick<Service, 'key_service'> | undefined;

const isKeyServiceSilent = (offer: Offer): boolean => offer?.key_service?.proof === null;

/** Milliseconds for which an answer about the service stays fresh. */
export const offerFreshMs = (offer: Offer): number => (isKeyServiceSilent(offer) ? SILENT : USUAL);

/**
 * Asks again by itself while the service or its key service is silent: whatever needs keys waits for the first, and the page
 * cannot offer a sign-in at the second.
 */
export const offerRetryMs = (offer: Offer, isLost: boolean): number | false =>
  isLost || isKeyServiceSilent(offer) ? SILENT : false;
