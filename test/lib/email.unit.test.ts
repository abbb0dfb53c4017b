import { emailOfMailto, isEmail, mailtoOf, readEmail } from '../../src/lib/email.ts';

test.each([
  ['a+b@c.example', 'mailto:a+b@c.example'],
  ["o'neil.x_y-z@localhost", "mailto:o'neil.x_y-z@localhost"],
  ['a&b=c?d%e/f#g@h.example', 'mailto:a%26b%3Dc%3Fd%25e%2Ff%23g@h.example'],
  ['no mail', undefined],
  ['a@b.example?bcc=x@y.example', undefined],
  ['a@b.example\nATTACH:x', undefined],
  ['', undefined],
])('%j is linked as %j, and reads back from the link', (email, address) => {
  expect(mailtoOf(email)).toBe(address);
  expect(isEmail(email)).toBe(address !== undefined);
  if (address !== undefined) expect(emailOfMailto(address)).toBe(email);
});

test.each([
  ['MAILTO:a@b.example?subject=x', 'a@b.example'],
  ['mailto:100%@b.example', '100%@b.example'],
  ['https://b.example', undefined],
])('%j contains %j', (address, email) => expect(emailOfMailto(address)).toBe(email));

test('an address is trimmed, an empty one is null, anything else is refused', () => {
  expect(readEmail(' a@b.example\n')).toBe('a@b.example');
  expect(readEmail(' ')).toBe('');
  expect(() => readEmail('a@b@c')).toThrow('must be one e-mail address, such as info@example.org');
});

test.each([
  [`a@${'b'.repeat(63)}.example`, true],
  [`a@${'b'.repeat(64)}.example`, false],
  ['a@-b.example', false],
  ['a@b-.example', false],
  ['a@b-c.example', true],
  ['a@b..example', false],
  ['@b.example', false],
  ['a@', false],
  ['a@bü.example', false],
  [`${'a'.repeat(990)}@b.example`, true],
  [`${'a'.repeat(991)}@b.example`, false],
])('%j is an e-mail address: %j', (text, is) => expect(isEmail(text)).toBe(is));
