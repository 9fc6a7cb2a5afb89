import { Firefox } from '../support/firefox.ts';
import { firstDay, PAGES } from './first-day.ts';

firstDay('Firefox', () => Firefox.start(), PAGES);
