import { moreTakesNothing } from './monotony.ts';

/** The slow tests ask about every situation. A prime, so that a sample has every value of every part of a situation. */
moreTakesNothing(47);
