import { isPublicAddress, lookupPublic } from '../../src/lib/public-address.ts';

test.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.31.0.1', '192.168.1.1'],
  ...['168.63.129.16', '224.0.0.1', '255.255.255.255', '::', '::1', '::7f00:1', '::127.0.0.1'],
  ...[
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fe80::1',
    'fd00::1',
    'ff02::1',
  ],
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '168.63.129.17',
  '172.32.0.1',
  '223.255.255.1',
  '2606:4700::1111',
  '2a00:1450::1',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

test.each([true, false])(
  'refuses to connect to a name that resolves to this machine (all: %s)',
  async (all) => {
    const { promise, resolve } = Promise.withResolvers<Error | null>();
    lookupPublic('localhost', { all }, resolve);
    expect((await promise)?.message).toContain('which is not allowed');
  },
);
