import { DoesNotFitYet, NotReachedYet } from '@strongroom/application';
import type { Dependency, Log, OpenDocumentStore, OpenRateLimiter } from '@strongroom/ports';
import { POSTGRESQL_ADDRESSES_FORM } from '@strongroom/settings';
import { secretsIn } from '../../config/secret-file.ts';
import type { Settings } from '../../config/settings.ts';

/** Loaded only if configured. */
const adapter = () => import('@strongroom/adapter-postgresql');
type Adapter = Awaited<ReturnType<typeof adapter>>;

/** Looked at for each new connection, of which there are few: a login may have ended just now. */
const addressesIn = secretsIn(POSTGRESQL_ADDRESSES_FORM.parse, { freshMs: 0 });

export const openDocumentStore: OpenDocumentStore<Settings> = ({ settings, log }) =>
  inPostgresql('documents', settings, log, (postgresql, address) => postgresql.openPostgresqlDocuments(address));

export const openRateLimiter: OpenRateLimiter<Settings> = ({ settings, log }) =>
  inPostgresql('limits', settings, log, (postgresql, address) => postgresql.openPostgresqlRateLimiter(address));

/** Opens a port on the configured PostgreSQL. Throws DoesNotFitYet with a sentence that says what to do. */
async function inPostgresql<T>(
  dependency: Dependency,
  { postgresqlUrl, followed }: Pick<Settings, 'postgresqlUrl' | 'followed'>,
  log: Log,
  open: (adapter: Adapter, address: { url: string; logins?: () => readonly string[] }) => Promise<T>,
): Promise<T> {
  if (postgresqlUrl === undefined) throw new TypeError('these settings were not read to their end');
  const loaded = await adapter();
  try {
    if (followed.postgresqlUrl === undefined) return await open(loaded, { url: postgresqlUrl });
    const addresses = addressesIn(followed.postgresqlUrl, log);
    return await open(loaded, { url: postgresqlUrl, logins: () => addresses.value });
  } catch (error) {
    if (!(error instanceof loaded.PostgresqlUnusable)) throw error;
    const sentence = `STRONGROOM_POSTGRESQL_URL: ${error.message}.`;
    // A standby may be about to become the primary.
    throw error.code === 'unreachable' || error.code === 'standby'
      ? new NotReachedYet(sentence, dependency)
      : new DoesNotFitYet(sentence);
  }
}
