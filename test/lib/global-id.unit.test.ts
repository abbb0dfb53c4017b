import fc from 'fast-check';
import { decodeGlobalId, encodeGlobalId } from '../../src/lib/global-id.ts';
import { LARGEST_ID } from '../../src/lib/ids.ts';

const types = fc.constantFrom('Event', 'Venue', 'Organizer', 'Category', 'Tag', 'Image', 'User');
const ids = fc.integer({ min: 1, max: LARGEST_ID });
const encoded = (text: string): string => Buffer.from(text).toString('base64url');

test('decoding reverses encoding', () => {
  fc.assert(
    fc.property(types, ids, (type, id) => {
      expect(decodeGlobalId(encodeGlobalId(type, id))).toEqual({ type, id });
    }),
  );
});

test('messages to webhooks have larger numbers than other records', () => {
  const name = { type: 'WebhookDelivery', id: LARGEST_ID + 1 };
  expect(decodeGlobalId(encodeGlobalId(name.type, name.id))).toEqual(name);
  const tooLarge = encoded(`WebhookDelivery:${Number.MAX_SAFE_INTEGER + 1}.`);
  expect(() => decodeGlobalId(tooLarge)).toThrow('is not a global ID of this service');
});

test('a truncated global ID is invalid', () => {
  fc.assert(
    fc.property(types, ids, fc.nat(30), (type, id, length) => {
      const globalId = encodeGlobalId(type, id);
      fc.pre(length < globalId.length);
      expect(() => decodeGlobalId(globalId.slice(0, length))).toThrow('is not a global ID of this service');
    }),
  );
});

test.each([
  '',
  '12',
  'Event:12.',
  encoded('Event:12'),
  encoded('Event:0.'),
  encoded('Event:-1.'),
  encoded('Event:012.'),
  encoded('Event:1.5.'),
  encoded('Event:1e3.'),
  encoded(`Event:${LARGEST_ID + 1}.`),
  encoded(`Event:${'9'.repeat(400)}.`),
  encoded(':12.'),
  encoded('12.'),
  encoded('Event:12.\n'),
  encoded('Event:12.Event:13.'),
  encoded('Évent:12.'),
  // Other encodings of the same bytes.
  `${encoded('Event:1.')}=`,
  `${encoded('Event:1.')}\n`,
  ` ${encoded('Event:1.')}`,
  'x'.repeat(1_000_000),
])('%.40j is not a global ID', (text) => {
  expect(() => decodeGlobalId(text)).toThrow('is not a global ID of this service');
});
