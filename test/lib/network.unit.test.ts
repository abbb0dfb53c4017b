import { networkOf } from '../../src/lib/network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
  ['localhost', 'localhost'],
  ['x'.repeat(1_000), 'x'.repeat(64)],
])('%j is in the network %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('addresses of one network count as one, of two networks as two', () => {
  expect(networkOf('2001:db8::1:2:3:4')).toBe(networkOf('2001:db8:0:0::ffff'));
  expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8::1'));
});
