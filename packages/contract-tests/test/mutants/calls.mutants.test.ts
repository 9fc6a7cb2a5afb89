import { request } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { type CallAnswer, CallFailed, type OutgoingCall } from '@strongroom/ports';
import { type Mutant, type OutgoingCallsHarness, outgoingCallsPromises, registerMutants } from '../../src/index.ts';

type Of = Parameters<OutgoingCallsHarness['calls']>[0];
type Resolve = NonNullable<Of['resolve']>;

/** Parts of an adapter that may be wrong. */
type Parts = Readonly<{
  isReserved: (address: string, family: number) => boolean;
  isRightUrl: (url: URL, isNamed: boolean) => boolean;
  /** Address to connect to, after the check. */
  target: (checked: string, name: string, resolve: Resolve) => Promise<string>;
  deadline: (milliseconds: number) => number;
  method: string;
  most: number;
  follows: boolean;
  keepsOpen: boolean;
  fault: CallFailed['fault'];
  sent: (call: OutgoingCall) => OutgoingCall;
  answered: (answer: CallAnswer) => CallAnswer;
  breaksOff: boolean;
}>;

const NETWORKS: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
];
const listOf = (networks: readonly (readonly [string, number])[]): BlockList => {
  const list = new BlockList();
  for (const [address, bits] of networks) list.addSubnet(address, bits, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return list;
};
const reserved = (networks = NETWORKS) => {
  const list = listOf(networks);
  return (address: string, family: number) =>
    family === 6 ? !/^[23]/u.test(address) || address.startsWith('2002') : list.check(address);
};
const without = (left: string) => reserved(NETWORKS.filter(([network]) => network !== left));

const RIGHT: Parts = {
  isReserved: reserved(),
  isRightUrl: ({ protocol, password }, isNamed) =>
    password === '' && (protocol === 'https:' || (protocol === 'http:' && isNamed)),
  target: async (checked) => checked,
  deadline: (milliseconds) => milliseconds,
  method: 'POST',
  most: 1024,
  follows: false,
  keepsOpen: false,
  fault: 'unreachable',
  sent: (call) => call,
  answered: (answer) => answer,
  breaksOff: true,
};

async function post(parts: Parts, of: Of, given: OutgoingCall): Promise<CallAnswer> {
  const { networks = [], deadlineMs = 5000, resolve = async () => [] } = of;
  const call = parts.sent(given);
  const url = URL.parse(call.url);
  const name = url?.hostname.replace(/^\[|\]$/gu, '') ?? '';
  const family = isIP(name);
  const found =
    family === 0
      ? await resolve(name).catch(() => Promise.reject(new CallFailed(parts.fault)))
      : [{ address: name, family }];
  const [first] = found;
  const named = listOf(networks.map((one) => [one.split('/')[0] ?? '', Number(one.split('/')[1])] as const));
  const isNamed = first !== undefined && named.check(first.address, first.family === 6 ? 'ipv6' : 'ipv4');
  const isRefused = first === undefined || (!isNamed && parts.isReserved(first.address, first.family));
  if (url === null || isRefused || !parts.isRightUrl(url, isNamed)) throw new CallFailed('address_refused');
  const host = await parts.target(first.address, name, resolve);
  // No test connects to another machine.
  if (!host.startsWith('127.')) return { status: 200, body: '' };
  return new Promise((done, reject) => {
    const fail = () => reject(new CallFailed(parts.fault));
    const { port, pathname, search } = url;
    const { method } = parts;
    const timer = setTimeout(() => {
      reject(new CallFailed('too_late'));
      sending.destroy();
    }, parts.deadline(deadlineMs)).unref();
    const sending = request({ host, port, path: pathname + search, method, headers: call.headers, agent: false });
    sending.on('error', fail).on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      if (parts.follows && headers.location !== undefined)
        return done(post(parts, of, { ...call, url: headers.location }));
      let body = '';
      const end = () => {
        clearTimeout(timer);
        done(parts.answered({ status, body: body.slice(0, parts.most), isInNamedNetwork: isNamed }));
        if (!parts.keepsOpen) sending.destroy();
      };
      return response
        .on('data', (piece: Buffer) => {
          body += piece.toString();
          if (body.length >= parts.most) end();
        })
        .on('end', end)
        .on('error', () => (parts.breaksOff ? fail() : end()));
    });
    sending.end(call.body);
  });
}

const broken = (breaks: string, how: string, parts: Partial<Parts>): Mutant<OutgoingCallsHarness> => ({
  breaks,
  how,
  harness: async () => ({
    calls: (of) => ({ post: (call) => post({ ...RIGHT, ...parts }, of, call) }),
    end: async () => {},
  }),
});

registerMutants('outgoing calls', outgoingCallsPromises, [
  broken('OC-01', 'sends another method', { method: 'PUT' }),
  broken('OC-01', 'drops headers', { sent: (call) => ({ ...call, headers: {} }) }),
  broken('OC-01', 'drops the body', { sent: (call) => ({ ...call, body: '' }) }),
  broken('OC-01', 'drops the query', { sent: (call) => ({ ...call, url: call.url.replace(/\?.*/u, '') }) }),
  broken('OC-01', 'tells every answer as 200', { answered: (answer) => ({ ...answer, status: 200 }) }),
  broken('OC-02', 'follows redirections', { follows: true }),
  ...NETWORKS.map(([network]) => broken('OC-03', `calls ${network}`, { isReserved: without(network) })),
  broken('OC-03', 'calls every address of IPv6', {
    isReserved: (address, family) => family !== 6 && RIGHT.isReserved(address, 4),
  }),
  broken('OC-03', 'checks numbers only', { isReserved: () => false }),
  broken('OC-04', 'resolves the name again to connect', {
    target: async (_, name, resolve) => (await resolve(name))[0]?.address ?? '',
  }),
  broken('OC-05', 'waits twice as long', { deadline: () => 60_000 }),
  broken('OC-06', 'returns the whole answer', { most: 5000 }),
  broken('OC-06', 'reads on', { keepsOpen: true }),
  broken('OC-07', 'sends in the clear', { isRightUrl: () => true }),
  broken('OC-08', 'tells every failure as an address that is refused', { fault: 'address_refused' }),
  broken('OC-08', 'takes an interrupted answer', { breaksOff: false }),
  broken('OC-09', 'does not tell the network', { answered: ({ status, body }) => ({ status, body }) }),
]);
