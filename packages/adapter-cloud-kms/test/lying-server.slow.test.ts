import { expect, jest, test } from '@jest/globals';
import { FAULTS, FaultyServer, LIAR_PROTOCOLS, TELLTALES } from '@strongroom/test-servers/liar';
import { CloudKms } from '../src/index.ts';
import { RING } from './server/key-service.ts';
import { clientAt, failureOf } from './setting.ts';

/** A server in place of Cloud KMS, in every way in which one fails. */

jest.setTimeout(40_000);

/** Bytes of the socket buffers of both sides of a connection that is not read, and some of ours. */
const MAX_SENT = 24 * 1024 * 1024;

test.each(FAULTS)(
  'a server that is %s opens no vault: the vault gives up in time, and repeats none of its words',
  async (fault) => {
    const liar = await FaultyServer.start(fault, LIAR_PROTOCOLS.json);
    const client = clientAt(liar.port);
    const { code, message, took } = await failureOf(
      CloudKms.open({ client, keyRing: RING, scope: 'room', isBound: false }),
    );
    await client.close();
    await liar.end();
    expect(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'INTERNAL', 'UNKNOWN']).toContain(code);
    // The deadline of this call is 12 seconds.
    expect(took).toBeLessThan(20_000);
    expect(liar.sent).toBeLessThan(MAX_SENT);
    expect(TELLTALES.filter((part) => message.includes(part))).toEqual([]);
  },
);
