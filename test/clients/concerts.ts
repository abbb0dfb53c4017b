import { startTestServer, type TestServer } from '../support/service.ts';

export const USER = 'admin';

/** Username and password, from the header of the test server. */
export function passwordOf({ admin }: TestServer): string {
  const [, encoded = ''] = admin.authorization.split(' ');
  return Buffer.from(encoded, 'base64')
    .toString()
    .slice(USER.length + 1);
}

/** A server with a dozen concerts, two of them without a venue, and all linked records. */
export async function startConcerts(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startTestServer({ env });
  const create = async (path: string, fields: object): Promise<number> => {
    const response = await server.request('POST', path, fields);
    const body: unknown = await response.json();
    if (response.status === 201 && typeof body === 'object' && body !== null && 'id' in body)
      return Number(body.id);
    throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
  };
  const music = await create('/categories', { name: 'Music' });
  const jazz = await create('/categories', { name: 'Jazz', parent: music });
  const venue = await create('/venues', {
    venue: 'Blue Cellar',
    city: 'Alderport',
    website: 'https://cellar.example.org/',
  });
  for (let i = 1; i <= 12; i++) {
    await create('/events', {
      title: `Concert ${i}`,
      start_date: `+${i} days 8pm`,
      end_date: `+${i} days 10pm`,
      cost: '$20',
      categories: [jazz],
      tags: ['live'],
      venue: i > 10 ? [] : venue,
      organizer: [{ organizer: 'Jazz Society', email: 'jazz@example.org' }],
    });
  }
  return server;
}
