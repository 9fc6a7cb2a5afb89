import { useEffect } from 'react';
import { useOffer } from '../base/queries.ts';
import { useKeySignIn } from '../keys/sign-in.ts';
import { useEnrolment } from '../keys/use-enrolment.ts';
import { transfers } from '../transfer/page.ts';
import { placeOfKeys } from '../transfer/place-of-keys.ts';

/** Lets transfers know the place of the keys, as soon as it is known and when it changes. */
export function usePlaceOfKeys(): void {
  const { data: offer } = useOffer();
  const { data: enrolled, isPending: isReading } = useEnrolment();
  const { data: signIn, isPending: isLooking } = useKeySignIn();
  const isPending = isReading || isLooking;
  useEffect(() => {
    const place = isPending ? undefined : placeOfKeys({ enrolled, signIn, offer });
    if (place !== undefined) transfers.useKeyService(place);
  }, [isPending, enrolled, signIn, offer]);
}
