/** Number of things that a question about several of them names. */
export const NAMED = 5;
/** Above this number a person types it where nothing brings the files back. */
export const MANY = 20;
