import { WebKit } from '../support/webkit.ts';
import { firstDay } from './first-day.ts';

firstDay('WebKit', () => WebKit.start());
