/** Whether a text has no lone surrogate, which the record could not hold. */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
