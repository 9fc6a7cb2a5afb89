import { BlockList, isIP } from 'node:net';

/** Addresses that are not of a host on the internet (IANA special-purpose registries), besides multicast. */
const RESERVED = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** Only global unicast addresses of IPv6 are of hosts on the internet; these are parts of it that are reserved. */
const GLOBAL = ['2000::/3'];
/** Documentation, tunnels that hold an address of IPv4 (Teredo, 6to4), and benchmarks. */
const NOT_GLOBAL = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Whether a text is a network such as `10.1.0.0/16`. */
const isNetwork = (text: string): boolean => {
  const [address = '', bits = '', ...rest] = text.split('/');
  const family = isIP(address);
  return family !== 0 && rest.length === 0 && /^\d{1,3}$/u.test(bits) && Number(bits) <= (family === 6 ? 128 : 32);
};

/** Throws TypeError for something that is not a network. */
export function networksOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    if (!isNetwork(network)) throw new TypeError(`${network} is not a network such as 10.1.0.0/16`);
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

const [reserved, global, notGlobal] = [networksOf(RESERVED), networksOf(GLOBAL), networksOf(NOT_GLOBAL)];

/** Whether an address belongs to no host on the internet. IPv4 in IPv6 (`::ffff:a.b.c.d`, NAT64) is outside of GLOBAL. */
export const isReserved = (address: string, family: number): boolean =>
  family === 6 ? !global.check(address, 'ipv6') || notGlobal.check(address, 'ipv6') : reserved.check(address, 'ipv4');
