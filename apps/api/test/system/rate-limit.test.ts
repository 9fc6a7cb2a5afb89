import { countTogether } from './rate-limit.ts';

countTogether(() => ({}));
