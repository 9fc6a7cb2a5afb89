import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '64' },
    only: { type: 'string', default: '' },
    events: { type: 'string', default: '100000' },
    profile: { type: 'string', default: '' },
    'no-sizes': { type: 'boolean', default: false },
    'only-sizes': { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
});

export const options = {
  /** Of one slice; the two servers take turns. */
  milliseconds: Number(values.seconds) * 1000,
  /** Slices of each server. */
  rounds: Number(values.rounds),
  connections: Number(values.connections),
  /** A part of the names of the operations that are wanted. */
  only: values.only,
  /** Audit events in the large world. */
  events: Number(values.events),
  /** Flags of Node for the service, e.g. --cpu-prof. */
  profile: values.profile,
  sizes: !values['no-sizes'],
  pairs: !values['only-sizes'],
  save: values.save,
};
