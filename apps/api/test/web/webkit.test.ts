import { WebKit } from '../support/webkit.ts';
import { firstDay, TWO_PAGES } from './first-day.ts';

// Odd files are in the slow test of all pages in WebKit, and in the test in Chromium.
firstDay('WebKit', () => WebKit.start(), TWO_PAGES, { isWhole: false });
