/** Something that the service describes with the actions that it would allow the caller now. */
type Subject<A extends string> = Readonly<{ may?: readonly A[] | undefined }>;

/** Whether the service would allow an action on a subject. A subject without `may` allows nothing. */
export const may = <A extends string>(subject: Subject<A>, action: NoInfer<A>): boolean =>
  subject.may?.includes(action) ?? false;

/** The offers whose condition holds. */
export const allowedOffers = <T>(offers: readonly (readonly [isOffered: boolean, offer: T])[]): readonly T[] =>
  offers.flatMap(([isOffered, offer]) => (isOffered ? [offer] : []));
