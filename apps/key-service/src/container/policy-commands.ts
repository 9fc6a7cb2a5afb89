import { hoursText, type LabelConditions, networkText } from '@strongroom/domain';
import { policyIn } from '../config/policy-file.ts';
import type { Settings } from '../config/settings.ts';
import { type KeyServiceCommand, Problem, type RunCommand, writeOutput } from './command.ts';

const show: RunCommand = async ({ conditions, policyFile }, args) => {
  if (args.length > 0) throw new Problem('say: policy show');
  writeOutput(
    policyFile === null ? 'No policy is set: STRONGROOM_KEY_SERVICE_POLICY names its file.\n' : linesOf(conditions),
  );
  return 0;
};

const check: RunCommand = async (settings, [file, ...rest]) => {
  if (file === undefined || rest.length > 0) throw new Problem('say: policy check FILE');
  const read = policyIn(file, settings);
  if ('conditions' in read)
    writeOutput(`${linesOf(read.conditions)}${file} is a policy for the mode ${settings.mode}.\n`);
  else process.stderr.write(`${read.problems.join('\n')}\n`);
  return 'conditions' in read ? 0 : 1;
};

const linesOf = (conditions: readonly LabelConditions[]): string =>
  conditions.map((one) => `${one.label} and higher: ${textOf(one)}\n`).join('');

function textOf({ acr, amr, device, networks, hours, keysPerHour }: LabelConditions): string {
  const parts = [
    ['acr ', acr.join(' or ')],
    ['amr ', amr.join(' and ')],
    ['with ', device ? 'an enrolled device' : ''],
    ['from ', networks.map(networkText).join(' or ')],
    ['on ', hours.map(hoursText).join(', or on ')],
    ['at most ', keysPerHour === null ? '' : `${keysPerHour} keys an hour to read`],
  ].filter(([, list]) => list !== '');
  return parts.length === 0 ? 'no condition' : parts.flat().join('; ').replaceAll(' ; ', ' ');
}

/** The row of the doctor. */
export const policyRow = ({ conditions, policyFile }: Pick<Settings, 'conditions' | 'policyFile'>): string =>
  policyFile === null
    ? 'none: every sign-in, network and hour will do'
    : `${policyFile}, for ${conditions.map(({ label }) => label).join(', ') || 'no label'}`;

/** The policy of the operator. */
export const POLICY_COMMANDS: Readonly<Record<string, KeyServiceCommand>> = {
  'policy show': { text: 'Print the policy that the key service reads at its start.', run: show },
  'policy check': { text: 'FILE: check a policy before it is used.', run: check },
};
