/** The states of a link in words. */
export const WORDS = { active: 'active', expired: 'expired', exhausted: 'used up', revoked: 'revoked' } as const;
