import { Firefox } from '../support/firefox.ts';
import { firstDay, TWO_PAGES } from './first-day.ts';

// Odd files are in the slow test of all pages in Firefox, and in the test in Chromium.
firstDay('Firefox', () => Firefox.start(), TWO_PAGES, { isWhole: false });
