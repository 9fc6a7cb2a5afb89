import { useQuery } from '@tanstack/react-query';
import { useMyself } from '../base/me.ts';
import { enrolments } from './device-store.ts';

/** The enrolment of this browser for the user who is signed in; null without one. */
export const useEnrolment = () => {
  const { id } = useMyself();
  return useQuery({
    queryKey: ['enrolment', id],
    queryFn: () => enrolments.read(id),
    staleTime: Number.POSITIVE_INFINITY,
    // A browser may refuse its database in private windows: then there is no enrolment.
    retry: false,
  });
};
