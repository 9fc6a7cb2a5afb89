import { describe, expect, jest, test } from '@jest/globals';
import {
  DEFAULT_LABELS,
  instant,
  isIn,
  isWithin,
  minutesOf,
  networkOf,
  networkText,
  type OpeningHours,
  type ProofMode,
  readConditions,
  wallClocks,
} from '../../src/index.ts';

const isInside = (network: string, address: string): boolean => {
  const found = networkOf(network);
  if (found === undefined) throw new Error(`${network} is no network`);
  return isIn(found, address);
};

describe('a network', () => {
  test.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.0.0.0/9', '10.127.255.255', true],
    ['10.0.0.0/9', '10.128.0.0', false],
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7/32', '192.0.2.6', false],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '203.0.113.9', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:DB8:0:0:0:0:0:0/33', '2001:db8:8000::', false],
    ['::1', '::1', true],
    ['::1', '0:0:0:0:0:0:0:1', true],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['10.0.0.0/8', '::ffff:a01:203', true],
    ['10.0.0.0/8', '', false],
    ['10.0.0.0/8', '10.1.2', false],
    ['10.0.0.0/8', '010.1.2.3', false],
    ['fe80::/10', 'fe80::1%eth0', false],
  ])('%s has %s: %s', (network, address, expected) => {
    expect(isInside(network, address)).toBe(expected);
  });

  test.each([
    '',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/08',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.1/8',
    '10.0.0/8',
    '256.0.0.0/8',
    '2001:db8::1/32',
    '2001:db8::/129',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '12345::',
    'g::',
    '1.2.3.4::',
    ':1::',
    'example.com',
  ])('is not %j', (text) => {
    expect(networkOf(text)).toBeUndefined();
  });

  test.each([
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['192.0.2.7', '192.0.2.7/32'],
    ['2001:db8::/32', '2001:db8:0:0:0:0:0:0/32'],
  ])('%s is printed as %s', (text, printed) => {
    const network = networkOf(text);
    expect(network === undefined ? '' : networkText(network)).toBe(printed);
  });
});

const at = (text: string) => instant(Date.parse(text));

describe('opening hours', () => {
  const day: OpeningHours = { zone: 'Europe/Berlin', days: ['mon', 'fri'], from: 420, until: 1200 };
  const night: OpeningHours = { zone: 'UTC', days: ['fri'], from: 1320, until: 360 };
  const whole: OpeningHours = { zone: 'UTC', days: ['mon'], from: 0, until: 1440 };
  test.each([
    ['their first minute, in winter', day, '2026-11-23T06:00:00Z', true],
    ['the minute before', day, '2026-11-23T05:59:59Z', false],
    ['their first minute, in summer', day, '2026-07-20T05:00:00Z', true],
    ['the minute before, in summer', day, '2026-07-20T04:59:59Z', false],
    ['their last minute', day, '2026-11-23T18:59:59Z', true],
    ['their end', day, '2026-11-23T19:00:00Z', false],
    ['another day', day, '2026-11-24T12:00:00Z', false],
    ['the evening of a night', night, '2026-11-27T22:00:00Z', true],
    ['the morning after it', night, '2026-11-28T05:59:59Z', true],
    ['the end of it', night, '2026-11-28T06:00:00Z', false],
    ['the morning before it', night, '2026-11-27T05:00:00Z', false],
    ['midnight', whole, '2026-11-23T00:00:00Z', true],
    ['the last minute of a day', whole, '2026-11-23T23:59:59Z', true],
    ['the next midnight', whole, '2026-11-24T00:00:00Z', false],
  ])('know %s', (_, hours, time, expected) => {
    expect(isWithin(hours, wallClocks(at(time)))).toBe(expected);
  });

  test('are judged by one reading of the clock of each time zone', () => {
    const made = jest.spyOn(Intl, 'DateTimeFormat');
    try {
      const clocks = wallClocks(at('2026-11-24T12:00:00Z'));
      for (let times = 0; times < 100; times++) for (const hours of [day, night, whole]) isWithin(hours, clocks);
      expect(made).toHaveBeenCalledTimes(2);
    } finally {
      made.mockRestore();
    }
  });

  test.each([
    ['00:00', 0],
    ['07:30', 450],
    ['24:00', 1440],
    ['24:01', undefined],
    ['7:30', undefined],
    ['07:60', undefined],
    ['', undefined],
  ])('read %j as %s', (text, minutes) => {
    expect(minutesOf(text)).toBe(minutes);
  });
});

const HOURS = { zone: 'Europe/Berlin', days: ['mon'], from: '07:00', until: '20:00' };
const many = (length: number) => Array.from({ length }, (_, index) => `value-${index}`);
const SETTINGS = { labels: 'LABELS', proof: 'PROOF' } as const;

const read = (labels: unknown, mode: ProofMode = 'oidc', more: object = {}) =>
  readConditions({ version: 1, labels, ...more }, { scheme: DEFAULT_LABELS, mode, settings: SETTINGS });

describe('a policy of an operator', () => {
  test('is read whole', () => {
    const C3 = {
      acr: ['mfa'],
      amr: ['otp'],
      device: true,
      networks: ['10.0.0.0/8'],
      hours: [HOURS],
      keys_per_hour: 500,
    };
    expect(read({ C1: {}, C3 })).toEqual({
      conditions: [
        { label: 'C1', acr: [], amr: [], device: false, networks: [], hours: [], keysPerHour: null },
        {
          label: 'C3',
          keysPerHour: 500,
          acr: ['mfa'],
          amr: ['otp'],
          device: true,
          networks: [{ bytes: [10, 0, 0, 0], prefix: 8 }],
          hours: [{ zone: 'Europe/Berlin', days: ['mon'], from: 420, until: 1200 }],
        },
      ],
    });
  });

  test.each([
    [
      'no object',
      () => readConditions('x', { scheme: DEFAULT_LABELS, mode: 'oidc', settings: SETTINGS }),
      /the policy must be an object/,
    ],
    [
      'a list',
      () => readConditions([], { scheme: DEFAULT_LABELS, mode: 'oidc', settings: SETTINGS }),
      /the policy must be an object/,
    ],
    ['no version', () => read({}, 'oidc', { version: undefined }), /version must be 1/],
    ['another version', () => read({}, 'oidc', { version: 2 }), /version must be 1/],
    ['an unknown field', () => read({}, 'oidc', { rules: [] }), /the policy has rules, and may have version, labels/],
    ['no labels', () => read(undefined), /labels must be an object/],
    ['an unknown label', () => read({ C9: {} }), /labels\.C9: there is no such label/],
    [
      'a label by the prototype',
      () => read(JSON.parse('{"__proto__":{}}')),
      /labels\.__proto__: there is no such label/,
    ],
    ['no conditions', () => read({ C3: null }), /labels\.C3 must be an object/],
    ['a mistyped condition', () => read({ C3: { network: ['::1'] } }), /labels\.C3 has network, and may have acr, amr/],
    ['an empty list', () => read({ C3: { acr: [] } }), /labels\.C3\.acr must be a list of 1 to 1000 entries/],
    ['a text for a list', () => read({ C3: { acr: 'mfa' } }), /labels\.C3\.acr must be a list/],
    ['an empty acr', () => read({ C3: { acr: [''] } }), /labels\.C3\.acr\[0\] must be a text/],
    [
      'an acr without a provider',
      () => read({ C3: { acr: ['mfa'] } }, 'device'),
      /labels\.C3\.acr needs PROOF=oidc: only/,
    ],
    [
      'an amr without a provider',
      () => read({ C3: { amr: ['otp'] } }, 'grant'),
      /labels\.C3\.amr needs PROOF=oidc: only/,
    ],
    [
      'a device that is not true',
      () => read({ C3: { device: 'yes' } }),
      /labels\.C3\.device must be true, or left out/,
    ],
    ['a device that is false', () => read({ C3: { device: false } }), /labels\.C3\.device must be true, or left out/],
    [
      'a device where every key needs one',
      () => read({ C3: { device: true } }, 'device'),
      /labels\.C3\.device is for PROOF=oidc: with device every key needs one already/,
    ],
    [
      'a device where none is enrolled',
      () => read({ C3: { device: true } }, 'grant'),
      /labels\.C3\.device needs PROOF=oidc or device/,
    ],
    ['a network with more bits', () => read({ C3: { networks: ['10.0.0.1/8'] } }), /networks\[0\] must be a network/],
    [
      'more entries than it may have',
      () => read({ C1: { acr: many(400) }, C2: { amr: many(400) }, C3: { acr: many(201) } }),
      /the policy has 1001 entries, and may have 1000/,
    ],
    ['a number for a network', () => read({ C3: { networks: [10] } }), /networks\[0\] must be a network/],
    ['hours without a zone', () => read({ C3: { hours: [{ ...HOURS, zone: undefined }] } }), /must name a time zone/],
    ['an unknown zone', () => read({ C3: { hours: [{ ...HOURS, zone: 'Mars/Olympus' }] } }), /must name a time zone/],
    ['no days', () => read({ C3: { hours: [{ ...HOURS, days: [] }] } }), /must name days/],
    ['a day twice', () => read({ C3: { hours: [{ ...HOURS, days: ['mon', 'mon'] }] } }), /must name days/],
    ['an unknown day', () => read({ C3: { hours: [{ ...HOURS, days: ['monday'] }] } }), /must name days/],
    ['hours of no length', () => read({ C3: { hours: [{ ...HOURS, until: '07:00' }] } }), /must have two times/],
    [
      'a beginning at the end of a day',
      () => read({ C3: { hours: [{ ...HOURS, from: '24:00' }] } }),
      /must have two times/,
    ],
    [
      'hours that are no object',
      () => read({ C3: { hours: ['07:00'] } }),
      /hours\[0\] is wrong: the entry must be an object/,
    ],
    [
      'a mistyped field of hours',
      () => read({ C3: { hours: [{ ...HOURS, day: 1 }] } }),
      /hours\[0\] is wrong: the entry has day/,
    ],
  ])('is refused with %s', (_, make, sentence) => {
    const result = make();
    expect('problems' in result ? result.problems.join('\n') : 'read').toMatch(sentence);
  });
});
