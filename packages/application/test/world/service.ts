import { type BearerSecret, bearerSecret, type Email } from '@strongroom/domain';
import { type Application, type Configuration, createApplication, type Home, openHome } from '../../src/index.ts';
import { refBy, stateOf } from '../../src/store/collection.ts';
import { emailKey, users } from '../../src/store/users.ts';
import type { TestClock } from './clock.ts';
import { Person } from './person.ts';
import { CONFIGURATION, type TestPorts } from './ports.ts';

/** A service with its first owner and its ports. */
export type World = Readonly<{
  app: Application;
  home: Home;
  ports: TestPorts;
  configuration: Configuration;
  clock: TestClock;
  /** Folder of its files on disk. */
  folder: string;
  /** The first owner, with the token of the first start. */
  owner: Person;
}>;

const OWNER = 'first-owner-sesame@rooms.example' as Email;
/** One token for every start, so that a reopened folder has the same owner. */
const OWNER_TOKEN: BearerSecret = bearerSecret('apiToken', new Uint8Array(32).fill(42));

/** Opens or creates the home of a store, and starts to serve it. */
export async function serve(
  ports: TestPorts,
  clock: TestClock,
  folder: string,
  overrides: Partial<Configuration> = {},
): Promise<World> {
  const configuration = { ...CONFIGURATION, ...overrides };
  const home = await openHome(ports, configuration, { ownerEmail: OWNER, ownerToken: async () => OWNER_TOKEN });
  const app = createApplication(ports, configuration, home);
  const [document] = await ports.documents.read([refBy(users, emailKey(OWNER))]);
  if (document === undefined) throw new Error('a home without its first owner');
  const owner = new Person(app, { id: stateOf(users, document).id, email: OWNER, secret: OWNER_TOKEN });
  return { app, home, ports, configuration, clock, folder, owner };
}
