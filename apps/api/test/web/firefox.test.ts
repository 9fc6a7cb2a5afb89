import { Firefox } from '../support/firefox.ts';
import { firstDay } from './first-day.ts';

firstDay('Firefox', () => Firefox.start());
