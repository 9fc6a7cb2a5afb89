import { PostgresqlServers } from '@strongroom/test-servers/postgresql-servers';
import { childrenOf, hasEnded } from '../support/on-premise.ts';
import { onPostgresql } from '../support/postgresql-settings.ts';
import { eventually } from '../support/service-process.ts';
import { type Servers, survivesTheLossOfThePrimary } from './failover.ts';

/** A primary whose commits a standby confirms, and a standby that is promoted once the primary serves nobody. */
const struckBy = (signal: NodeJS.Signals) => async (): Promise<Servers> => {
  const postgresql = await PostgresqlServers.start('standby');
  const { primary } = postgresql;
  const [, standby] = postgresql.members;
  if (standby === undefined) throw new Error('there is no standby');
  return {
    settings: onPostgresql(await postgresql.aDatabase()),
    strike: async () => {
      const processes = [primary.pid, ...childrenOf(primary.pid)];
      if (signal === 'SIGSTOP') for (const pid of processes) process.kill(pid, signal);
      else {
        process.kill(primary.pid, signal);
        await eventually('the end of the primary', async () => processes.every(hasEnded));
      }
      await postgresql.sql('SELECT pg_promote()', 'postgres', standby);
    },
    stop: async () => {
      if (signal === 'SIGSTOP')
        for (const pid of [primary.pid, ...childrenOf(primary.pid)]) process.kill(pid, 'SIGCONT');
      await postgresql.stop();
    },
  };
};

survivesTheLossOfThePrimary({ killed: struckBy('SIGKILL'), frozen: struckBy('SIGSTOP'), stopped: struckBy('SIGINT') });
