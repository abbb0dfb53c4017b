import type { CreateVenueInput } from '../../domain/generated/schema.ts';

/**
 * Alderport does not exist; its zone is that of the site, whichever that is. Its telephone numbers are among
 * those reserved for fiction, its web addresses among those reserved for examples.
 */
const CITY = { city: 'Alderport', state: 'Oregon', country: 'United States' } as const;

export const PLACES: readonly CreateVenueInput[] = [
  {
    ...CITY,
    name: 'Juniper Hall',
    description:
      '<p>The city’s concert hall: <strong>840 seats</strong>, larch-clad walls and an acoustic that musicians travel for.</p>',
    address: '12 Juniper Street',
    zip: '97399',
    phone: '+1 503 555 0110',
    website: 'https://juniper-hall.example.org/',
    geoLat: 44.9312,
    geoLng: -124.0127,
  },
  {
    ...CITY,
    name: 'The Lantern Room',
    description: '<p>A basement jazz club with ninety chairs, one piano and no bad seat.</p>',
    address: '48 Wharf Lane, basement',
    zip: '97398',
    phone: '+1 503 555 0121',
    website: 'https://lantern-room.example.org/',
    geoLat: 44.9288,
    geoLng: -124.0191,
  },
  {
    ...CITY,
    name: 'Tidewater Playhouse',
    description: '<p>A former sail loft, home of the Tidewater Players since 1974.</p>',
    address: '3 Sailmaker’s Row',
    zip: '97398',
    phone: '+1 503 555 0134',
    website: 'https://tidewater-playhouse.example.org/',
    geoLat: 44.9271,
    geoLng: -124.0203,
  },
  {
    ...CITY,
    name: 'Old Customs House',
    description:
      '<p>Exhibitions, talks and a small museum of the harbour. <em>Step-free entrance from the quay.</em></p>',
    address: '1 Quayside',
    zip: '97398',
    phone: '+1 503 555 0142',
    website: 'https://customs-house.example.org/',
    geoLat: 44.9263,
    geoLng: -124.0216,
  },
  {
    ...CITY,
    name: 'Cannery Square',
    description: '<p>The open square between the old cannery halls; markets in all weathers.</p>',
    address: 'Cannery Square',
    zip: '97398',
    geoLat: 44.9279,
    geoLng: -124.0178,
  },
  {
    ...CITY,
    name: 'Alderport Central Library',
    description: '<p>Reading rooms, a maker space and a hall for 120 people on the second floor.</p>',
    address: '200 Grove Avenue',
    zip: '97399',
    phone: '+1 503 555 0156',
    website: 'https://library.alderport.example.org/',
    geoLat: 44.9335,
    geoLng: -124.0102,
  },
  {
    ...CITY,
    name: 'Millrace Park',
    description: '<p>Twenty acres along the old mill stream: lawns, a bandstand and a playground.</p>',
    address: 'Millrace Drive, east gate',
    zip: '97399',
    geoLat: 44.9391,
    geoLng: -124.0054,
  },
  {
    ...CITY,
    name: 'Harbor Street Cinema',
    description: '<p>One screen, 35 mm and digital, and the last hand-painted posters on the coast.</p>',
    address: '77 Harbor Street',
    zip: '97398',
    phone: '+1 503 555 0167',
    website: 'https://harbor-street-cinema.example.org/',
    geoLat: 44.9295,
    geoLng: -124.0169,
  },
  {
    ...CITY,
    name: 'Northside Recreation Center',
    description:
      '<p>Sports hall, pool and two studios. Changing rooms are open an hour before every class.</p>',
    address: '1410 Northside Boulevard',
    zip: '97399',
    phone: '+1 503 555 0178',
    website: 'https://northside.alderport.example.org/',
    geoLat: 44.9478,
    geoLng: -124.0089,
  },
];
