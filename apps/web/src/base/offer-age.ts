import type { Service } from '@strongroom/client';

/** Milliseconds. */
const USUAL = 300_000;
/** The service itself asks a silent key service again after five seconds. */
const SILENT = 10_000;

type Offer = Pick<Service, 'key_service'> | undefined;

const isKeyServiceSilent = (offer: Offer): boolean => offer?.key_service?.proof === null;

/** Milliseconds for which an answer about the service stays fresh. */
export const freshFor = (offer: Offer): number => (isKeyServiceSilent(offer) ? SILENT : USUAL);

/** Asks again by itself while the key service is silent: the page cannot offer a sign-in there before it answers. */
export const askAgainAfter = (offer: Offer): number | false => (isKeyServiceSilent(offer) ? SILENT : false);
