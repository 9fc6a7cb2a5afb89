import { compareInRooms } from './compare-in-rooms.ts';
import { KINDS } from './people.ts';

compareInRooms('active', KINDS);
