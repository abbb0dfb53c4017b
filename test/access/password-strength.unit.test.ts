import { assertStrongPassword } from '../../src/domain/authentication/password-strength.ts';
import { inGroupsOfFour, newPassword } from '../../src/domain/users/password-hash.ts';

const check = (password: string): void =>
  assertStrongPassword('ADMIN_PASSWORD', password, ['Pete.van.Berg', 'opera.amsterdam.example']);

test.each([
  ['repeats a character', 'aaaaaaaaaaaaaaaa'],
  ['repeats few characters', 'abc1abc1abc1abc1'],
  ['is a common word', 'administrator'],
  ['is a row of keys', 'qwertyuiop[]'],
  ['is the alphabet', 'abcdefghijkl'],
  ['has too few characters, each of two units', '😀😁😂😃😄😅'],
  ['has digits after a common word', 'p a s s w o r d 1 2 3 4 5 6'],
  ['repeats a common password', 'letmein letmein letmein'],
  ['has few other characters', 'secret password kale'],
  ['is the name of the service', 'calendar-events'],
  ['is little more than the name of the service', 'calendar-kale-4711'],
  ['is little more than the host', 'amsterdam-kale-4711'],
  ['is little more than the login', 'PETE-BERG-PETE-2026'],
  ['is nearly the host', 'events.opera.amsterdam'],
])('refuses a password that %s, and names the remedy', (_what, password) => {
  const refused = expect(() => check(password));
  refused.toThrow(/^ADMIN_PASSWORD is too easy to guess: it needs at least 12 characters/);
  refused.toThrow('openssl rand -base64 24');
  refused.not.toThrow(password);
});

test.each([
  'correct horse battery staple maple',
  '3fd2b6605926',
  '1431596e9475',
  '948120375516',
  'kq2v9x7w4m1t',
  'ucB7gO/Pt2f4Jm0Iwm8SxMlFVy0jjHyx',
  'pete 9f86d081884c7d659a2feaa0',
  'x7$Kq'.repeat(3) + 'L0vWm2#Rt9zPd4!Yb8nC'.repeat(9),
  inGroupsOfFour(newPassword()),
])('accepts %s', (password) => {
  expect(() => check(password)).not.toThrow();
});

test('does not strip words of one or two letters', () => {
  const names = ['ab.cd.ef.example', 'a.b.c.d.e.f.example'];
  expect(() => assertStrongPassword('X', 'fbacdeafbd3c', names)).not.toThrow();
});

test.each([
  ['jo.li.xu.mo.ka', 'jo.li.xu.mo.ka'],
  ['jürgen-müller-köln', 'Ju\u0308rgen-Mu\u0308ller-Ko\u0308ln'],
])('refuses the login %s, also with short words and in another Unicode form', (login, password) => {
  expect(() => assertStrongPassword('X', password, [login])).toThrow('X is too easy to guess');
});
