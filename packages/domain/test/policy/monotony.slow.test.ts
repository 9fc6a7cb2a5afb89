import { moreTakesNothing } from './monotony.ts';

moreTakesNothing(1);
