import { readConfig, writeConfig } from '../../account/config.ts';
import { chosenKeys, described, KEY_OPTIONS } from '../../account/key-choice.ts';
import { defineCommand } from '../../command/command.ts';
import { howOf, JSON_OPTION } from '../../command/json-option.ts';
import { UsageProblem } from '../../errors/problem.ts';
import { printDone } from '../../print/print.ts';

export const keysUse = defineCommand({
  name: 'keys use',
  summary: 'Store how to unwrap keys.',
  details: 'The service returns wrapped keys and cannot unwrap them; unwrapping is your part.',
  operands: [],
  options: { ...KEY_OPTIONS, ...JSON_OPTION },
  examples: [
    ['keys use --data-dir /srv/room', 'the keyring of an embedded service on this machine'],
    ["keys use --unwrap-command 'hsm-tool decrypt --key {kms_key_id}'", 'any program that can do it'],
    ['keys use --unwrap-program "strongroom keys unwrap --lines --data-dir /srv/room"', 'one process for all keys'],
    ['keys use --cloud-kms', 'Google Cloud KMS'],
  ],
  run: async (given, world) => {
    const keys = chosenKeys(given);
    if (keys === undefined)
      throw new UsageProblem('say --data-dir, --unwrap-command, --unwrap-program or --cloud-kms.');
    await writeConfig(world, { ...(await readConfig(world.terminal)), keys });
    printDone(howOf(given, world), keys, { word: keys.kind, sentence: `Keys are unwrapped with ${described(keys)}.` });
    return 0;
  },
});
