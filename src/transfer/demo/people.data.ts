import type { CreateOrganizerInput } from '../../domain/generated/schema.ts';

export const PEOPLE: readonly CreateOrganizerInput[] = [
  {
    name: 'Alderport Symphony',
    description: '<p>A professional chamber orchestra of forty, led by Ilse Varga.</p>',
    phone: '+1 503 555 0111',
    email: 'boxoffice@symphony.alderport.example.org',
    website: 'https://symphony.alderport.example.org/',
  },
  {
    name: 'Lantern Room Jazz Society',
    description: '<p>Volunteers who have kept live jazz in the city since 1988.</p>',
    email: 'hello@lantern-room.example.org',
    website: 'https://lantern-room.example.org/society',
  },
  {
    name: 'Tidewater Players',
    description: '<p>The city’s theatre company, with a youth ensemble of its own.</p>',
    phone: '+1 503 555 0135',
    email: 'stage.door@tidewater-playhouse.example.org',
    website: 'https://tidewater-playhouse.example.org/players',
  },
  {
    name: 'Friends of the Library',
    description: '<p>Readings, repair evenings and the twice-yearly book sale.</p>',
    phone: '+1 503 555 0157',
    email: 'friends@library.alderport.example.org',
  },
  {
    name: 'Harbor Market Cooperative',
    description: '<p>Sixty growers, bakers and fishers from within thirty miles.</p>',
    phone: '+1 503 555 0183',
    email: 'stalls@harbor-market.example.org',
    website: 'https://harbor-market.example.org/',
  },
  {
    name: 'Alderport Striders',
    description:
      '<p>A running club for every pace; <a href="https://striders.example.org/join">first month free</a>.</p>',
    email: 'run@striders.example.org',
    website: 'https://striders.example.org/',
  },
  {
    name: 'Northlight Film Society',
    description: '<p>Restored classics and first features, with an introduction before every screening.</p>',
    email: 'projection@northlight.example.org',
    website: 'https://northlight.example.org/',
  },
  {
    name: 'Mira Okonjo',
    description: '<p>Yoga teacher and physiotherapist; has taught at Northside for eleven years.</p>',
    phone: '+1 503 555 0190',
    email: 'mira@okonjo.example.org',
  },
];
