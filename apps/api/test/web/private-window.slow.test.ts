import { Firefox } from '../support/firefox.ts';
import { firstDay, TWO_PAGES } from './first-day.ts';

// Tabs of Chromium and of WebKit are private in all tests.
firstDay('a private window of Firefox', () => Firefox.start({ 'browser.privatebrowsing.autostart': true }), TWO_PAGES);
