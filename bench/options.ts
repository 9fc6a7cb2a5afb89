import { parseArgs } from 'node:util';

const USAGE = `npm run bench -- [options]

  --documents STORE   sqlite, mongodb or postgresql; sqlite by default
  --only WORD         only operations with that word in their name;
                      transfers, processes and scale are parts of their own
  --quick             about a minute; too rough for conclusions
  --rounds NUMBER     slices of each server
  --seconds NUMBER    length of a slice
  --connections NUMBER
  --events NUMBER     of the large store
  --files NUMBER      of the large store
  --no-sizes          leaves out the comparison of sizes
  --only-sizes        makes only the comparison of sizes
  --profile FLAGS     of Node, for the servers, such as --cpu-prof
  --write             puts the tables into docs/explanation/performance.md
`;

function parsed() {
  try {
    return parseArgs({
      options: {
        seconds: { type: 'string' },
        rounds: { type: 'string' },
        connections: { type: 'string', default: '64' },
        documents: { type: 'string', default: 'sqlite' },
        only: { type: 'string', default: '' },
        events: { type: 'string' },
        files: { type: 'string' },
        quick: { type: 'boolean', default: false },
        profile: { type: 'string', default: '' },
        'no-sizes': { type: 'boolean', default: false },
        'only-sizes': { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function refuse(problem: string): never {
  process.stderr.write(`${problem}\n\n${USAGE}`);
  process.exit(2);
}

const { values } = parsed();
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}

/** Defaults: a whole run takes less than ten minutes, a quick one about one. */
const usual = values.quick
  ? { seconds: 0.3, rounds: 1, events: 20_000, files: 10_000, users: 2_000 }
  : { seconds: 1, rounds: 3, events: 1_000_000, files: 100_000, users: 10_000 };

function documentsOf(text: string): 'sqlite' | 'mongodb' | 'postgresql' {
  if (text === 'sqlite' || text === 'mongodb' || text === 'postgresql') return text;
  return refuse(`unknown store: ${text}`);
}

export const options = {
  /** The document store of the service. */
  documents: documentsOf(values.documents),
  /** Length of one slice; the two servers take turns. */
  milliseconds: Number(values.seconds ?? usual.seconds) * 1000,
  /** Slices of each server. */
  rounds: Number(values.rounds ?? usual.rounds),
  connections: Number(values.connections),
  /** Part of the names of the wanted operations. */
  only: values.only,
  /** Sizes of the large world. */
  large: {
    files: Number(values.files ?? usual.files),
    members: 2_000,
    users: usual.users,
    rooms: 2_000,
    events: Number(values.events ?? usual.events),
  },
  /** Flags of Node for the service, e.g. --cpu-prof. */
  profile: values.profile,
  sizes: !values['no-sizes'],
  pairs: !values['only-sizes'],
  /** Whether the tables are written into docs/explanation/performance.md. */
  write: values.write,
};
