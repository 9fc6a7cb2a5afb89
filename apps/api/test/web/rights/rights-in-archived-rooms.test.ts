import { compareInRooms } from './compare-in-rooms.ts';

compareInRooms('archived', ['member']);
