import { corpus } from './corpus/corpus.ts';
import { opensAll } from './corpus/open-all.ts';

opensAll(corpus());
