import { hiddenIsAbsent } from './hiding.ts';

hiddenIsAbsent(1);
