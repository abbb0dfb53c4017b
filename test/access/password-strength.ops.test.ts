import { assertStrongPassword } from '../../src/domain/authentication/password-strength.ts';
import { groupsOfFour, newPassword } from '../../src/domain/users/password-hash.ts';
import { sampled } from '../support/sample.ts';

const check = (password: string): Promise<void> =>
  assertStrongPassword('ADMIN_PASSWORD', password, ['Pete.van.Berg', 'opera.amsterdam.example']);

const NAMES = 'The login, the host and what this service is called are tried first';

const REFUSED: [password: string, reason: string][] = [
  ['aaaaaaaaaaaaaaaa', 'Repeated characters like "aaa" are easy to guess.'],
  ['administrator', 'Single words are easy to guess.'],
  ['qwertyuiop[]', 'Straight rows of keys on your keyboard are easy to guess.'],
  ['p a s s w o r d 1 2 3 4 5 6', 'commonly used password'],
  ['letmein letmein letmein', 'Repeated character patterns'],
  ['secret password', 'This is similar to a commonly used password.'],
  ['opensesamemine', 'It is made of words, names, dates or patterns that are tried first.'],
  // 10^9.7 tries.
  ['-kale-4711', 'too easy to guess'],
  ['calendar-events', NAMES],
  ['calendar-kale-4711', NAMES],
  ['amsterdam-kale-4711', NAMES],
  ['PETE-BERG-PETE-2026', NAMES],
  ['events.opera.amsterdam', NAMES],
  // Names in other letters, or backwards.
  ['p3t3b3rg@mst3rd@m', 'too easy to guess'],
  ['radnelac-lqhparg', 'too easy to guess'],
];

test.each(sampled('passwords that are refused', REFUSED, 1, ([, reason]) => reason))(
  '%s is refused, with the reason and what to do',
  async (password, reason) => {
    const refusal = await check(password).then(
      () => 'taken',
      ({ message }: Error) => message,
    );
    expect(refusal).toMatch(/^ADMIN_PASSWORD is too easy to guess: about 10\^\d+ tries find it/);
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

test.each(sampled('passwords that are taken', TAKEN, 2))('%s is taken', async (password) => {
  await expect(check(password)).resolves.toBeUndefined();
});

test('words of one or two letters are not taken out', async () => {
  const names = ['ab.cd.ef.example', 'a.b.c.d.e.f.example'];
  await expect(assertStrongPassword('X', 'fbacdeafbd3c', names)).resolves.toBeUndefined();
});

test('what is generated here could be set, too', async () => {
  await expect(check(groupsOfFour(newPassword()))).resolves.toBeUndefined();
});
