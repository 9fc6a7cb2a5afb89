import { Chromium } from '../support/chromium-page.ts';
import { firstDay } from './first-day.ts';

firstDay('Chromium', () => Chromium.start());
