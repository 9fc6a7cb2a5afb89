import { WebKit } from '../support/webkit.ts';
import { firstDay, PAGES } from './first-day.ts';

firstDay('WebKit', () => WebKit.start(), PAGES);
