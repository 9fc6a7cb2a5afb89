import {
  type Environment,
  type Finding,
  fail,
  ROOM_SERVICE_VARIABLES,
  readRoomService,
  unknownSettingProblems,
  valueProblems,
  withSecretFiles,
} from '@strongroom/settings';

const REMEDY = 'correct it as for the service; docs/reference/settings.md has them';

const findingOf = (sentence: string): Finding => fail('settings', sentence.replace(/\.$/u, ''), REMEDY);

/** Settings in this shell that the service refuses without asking any other system. They prevent all other checks. */
export const checkSettings = (environment: Environment): readonly Finding[] =>
  sentencesAbout(environment).map(findingOf);

function sentencesAbout(given: Environment): readonly string[] {
  const { environment, problems } = withSecretFiles(ROOM_SERVICE_VARIABLES, given);
  return [...problems, ...unknownSettingProblems(environment), ...valueProblems(ROOM_SERVICE_VARIABLES, environment)];
}

/** Settings that are missing, or do not fit together, so that a start with exactly these is refused. */
export function checkTogether(environment: Environment): readonly Finding[] {
  const read = readRoomService(environment);
  return 'problems' in read ? read.problems.map(findingOf) : [];
}
