import { mailerSuite } from '@strongroom/contract-tests';
import type { Email, Instant } from '@strongroom/domain';
import { SmtpMailer } from '../src/index.ts';
import { aMailServer, serverAt } from './mail-server.ts';

mailerSuite('mail by SMTP', async () => {
  const server = await aMailServer();
  const mailer = new SmtpMailer({
    server: serverAt(server),
    from: 'rooms@example.com' as Email,
    clock: { now: () => 1_900_000_000_000 as Instant },
  });
  return { mailer, delivered: async () => server.taken, end: server.stop };
});
