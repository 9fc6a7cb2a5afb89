import { compareInRooms } from './compare-in-rooms.ts';
import { FIREFOX } from './readers.ts';

compareInRooms('active', ['member', 'auditor', 'external'], { start: FIREFOX });
