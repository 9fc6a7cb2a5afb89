import { Chromium } from '../support/chromium-page.ts';
import { firstDay, TWO_PAGES } from './first-day.ts';

firstDay('Chromium', () => Chromium.start(), TWO_PAGES);
