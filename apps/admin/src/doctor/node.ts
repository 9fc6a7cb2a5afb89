import { isNewEnough, NEEDED_NODE } from '@strongroom/command-line/node-version';
import { type Finding, fail, ok } from '@strongroom/settings';

/** `version` as in `process.versions.node`. */
export const checkNode = (version: string): Finding =>
  isNewEnough(version)
    ? ok('node', `Node ${version}`)
    : fail('node', `Node ${version} is too old`, `install Node ${NEEDED_NODE} or newer`);
