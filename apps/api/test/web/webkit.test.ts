import { WebKit } from '../support/webkit.ts';
import { firstDay, TWO_PAGES } from './first-day.ts';

firstDay('WebKit', () => WebKit.start(), TWO_PAGES);
