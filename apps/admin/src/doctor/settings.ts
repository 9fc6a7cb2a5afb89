import { type Environment, ROOM_SERVICE, wrongValues } from '@strongroom/settings';
import { type Finding, fail } from './finding.ts';

/** Settings of the service in this shell that the service would refuse. No other check can be made with them. */
export const checkSettings = (environment: Environment): readonly Finding[] =>
  wrongValues(ROOM_SERVICE, environment).map((sentence) =>
    fail(
      'settings',
      sentence.replace(/\.$/u, ''),
      'correct it as for the service; docs/reference/settings.md has them',
    ),
  );
