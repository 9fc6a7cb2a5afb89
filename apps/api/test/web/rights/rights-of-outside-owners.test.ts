import { compareInRooms } from './compare-in-rooms.ts';

// Each file starts one browser. The other roles do not depend on the setting.
compareInRooms('active', ['member', 'external'], { externalOwners: 'on' });
