import { emailOfMailto, isEmail, mailtoOf } from '../../src/kernel/email.ts';

test.each([
  ['a+b@c.example', 'mailto:a+b@c.example'],
  ["o'neil.x_y-z@localhost", "mailto:o'neil.x_y-z@localhost"],
  ['a&b=c?d%e/f#g@h.example', 'mailto:a%26b%3Dc%3Fd%25e%2Ff%23g@h.example'],
  ['no mail', undefined],
  ['a@b.example?bcc=x@y.example', undefined],
  ['a@b.example\nATTACH:x', undefined],
  ['', undefined],
])('%j is linked as %j, and read from there', (email, address) => {
  expect(mailtoOf(email)).toBe(address);
  expect(isEmail(email)).toBe(address !== undefined);
  if (address !== undefined) expect(emailOfMailto(address)).toBe(email);
});

test.each([
  ['MAILTO:a@b.example?subject=x', 'a@b.example'],
  ['mailto:100%@b.example', '100%@b.example'],
  ['https://b.example', undefined],
])('%j names %j', (address, email) => expect(emailOfMailto(address)).toBe(email));
