import { Chromium } from '../support/chromium-page.ts';
import { firstDay, PAGES } from './first-day.ts';

firstDay('Chromium', () => Chromium.start(), PAGES);
