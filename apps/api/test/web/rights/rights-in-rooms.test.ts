import { compareInRooms } from './compare-in-rooms.ts';

// The slow test asks about every kind. Members and external people are in the tests of archived rooms and of outside owners too.
compareInRooms('active', ['owner', 'auditor', 'member']);
