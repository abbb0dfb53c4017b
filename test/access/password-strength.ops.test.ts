import { assertStrongPassword } from '../../src/domain/authentication/password-strength.ts';
import { inGroupsOfFour, newPassword } from '../../src/domain/users/password-hash.ts';
import { sampled } from '../support/sample.ts';

const check = (password: string): Promise<void> =>
  assertStrongPassword('ADMIN_PASSWORD', password, ['Pete.van.Berg', 'opera.amsterdam.example']);

const NAMES = 'Attackers try the login, the host and the name of this service first';

const REFUSED: [password: string, reason: string][] = [
  ['aaaaaaaaaaaaaaaa', 'Repeated characters like "aaa" are easy to guess.'],
  ['administrator', 'Single words are easy to guess.'],
  ['qwertyuiop[]', 'Straight rows of keys on your keyboard are easy to guess.'],
  ['p a s s w o r d 1 2 3 4 5 6', 'commonly used password'],
  ['letmein letmein letmein', 'Repeated character patterns'],
  ['secret password', 'This is similar to a commonly used password.'],
  ['opensesamemine', 'It consists of words, names, dates or patterns that attackers try first.'],
  // 10^9.7 guesses.
  ['-kale-4711', 'too easy to guess'],
  ['calendar-events', NAMES],
  ['calendar-kale-4711', NAMES],
  ['amsterdam-kale-4711', NAMES],
  ['PETE-BERG-PETE-2026', NAMES],
  ['events.opera.amsterdam', NAMES],
  // Names in other letter case, or backwards.
  ['p3t3b3rg@mst3rd@m', 'too easy to guess'],
  ['radnelac-lqhparg', 'too easy to guess'],
];

test.each(sampled('passwords that are refused', REFUSED, 1, ([, reason]) => reason))(
  'refuses %s, with the reason and the remedy',
  async (password, reason) => {
    const refusal = await check(password).then(
      () => 'taken',
      ({ message }: Error) => message,
    );
    expect(refusal).toMatch(/^ADMIN_PASSWORD is too easy to guess: about 10\^\d+ guesses find it/);
    expect(refusal).toContain(reason);
    expect(refusal).toContain('openssl rand -base64 24');
    expect(refusal).not.toContain(password);
  },
);

const TAKEN = [
  'correct horse battery staple maple',
  '3fd2b6605926',
  '1431596e9475',
  'kq2v9x7w4m1t',
  'ucB7gO/Pt2f4Jm0Iwm8SxMlFVy0jjHyx',
  'pete 9f86d081884c7d659a2feaa0',
  'x7$Kq'.repeat(3) + 'L0vWm2#Rt9zPd4!Yb8nC'.repeat(9),
];

test.each(sampled('passwords that are taken', TAKEN, 2))('accepts %s', async (password) => {
  await expect(check(password)).resolves.toBeUndefined();
});

test('does not strip words of one or two letters', async () => {
  const names = ['ab.cd.ef.example', 'a.b.c.d.e.f.example'];
  await expect(assertStrongPassword('X', 'fbacdeafbd3c', names)).resolves.toBeUndefined();
});

test('a generated password passes the check', async () => {
  await expect(check(inGroupsOfFour(newPassword()))).resolves.toBeUndefined();
});
