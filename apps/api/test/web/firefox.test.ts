import { Firefox } from '../support/firefox.ts';
import { firstDay, TWO_PAGES } from './first-day.ts';

firstDay('Firefox', () => Firefox.start(), TWO_PAGES);
