import type { Json } from '@strongroom/domain';

/** Freezes parsed JSON at every level, for a document that is given to many callers [DS-22]. */
export const deepFreeze = (value: Json): Json => {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part);
  return Object.freeze(value);
};
