import { createRequire } from 'node:module';
import type { TestServer } from '../support/service.ts';
import { startConcerts } from './concerts.ts';

interface GatsbyNode {
  [key: string]: unknown;
  id: string;
  internal: { type: string; contentDigest: string };
}
/** The plugin's interface to Gatsby; it has no types of its own. */
interface Plugin {
  sourceNodes(
    api: {
      actions: { createNode(node: GatsbyNode): void };
      createNodeId(text: string): string;
      createContentDigest(value: unknown): string;
    },
    options: { baseUrl: string; maxEvents?: number },
  ): Promise<void>;
}

const plugin: Plugin = createRequire(import.meta.url)('gatsby-source-tribe-events');

describe('gatsby-source-tribe-events', () => {
  let server: TestServer;
  const nodes: GatsbyNode[] = [];
  const ofType = (type: string): GatsbyNode[] => nodes.filter((node) => node.internal.type === type);

  beforeAll(async () => {
    server = await startConcerts({ NAMESPACE_ALIASES: 'tribe/events/v1' });
    await plugin.sourceNodes(
      {
        actions: { createNode: (node) => void nodes.push(node) },
        createNodeId: (text) => `node-${text}`,
        createContentDigest: (value) => String(JSON.stringify(value).length),
      },
      { baseUrl: server.url, maxEvents: 11 },
    );
  });
  afterAll(() => server.stop());

  test('creates nodes for everything', () => {
    const types = ['TribeEvents', 'TribeVenues', 'TribeOrganizers', 'TribeCategories', 'TribeTags'];
    expect(types.map((type) => ofType(type).length)).toEqual([11, 1, 1, 2, 1]);
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
  });

  test('with the traditional fields', () => {
    expect(ofType('TribeEvents')[0]).toMatchObject({
      id: expect.stringMatching(/^node-TribeEvents-\d+$/),
      title: 'Concert 1',
      image: false,
      cost: '$20',
      cost_details: { currency_symbol: '$', currency_position: 'prefix', values: ['20'] },
      start_date_details: { hour: '20', minutes: '00' },
      categories: [{ name: 'Jazz', taxonomy: 'tribe_events_cat' }],
      tags: [{ slug: 'live', taxonomy: 'post_tag' }],
      venue: { venue: 'Blue Cellar', city: 'Alderport', show_map: true },
      organizer: [{ organizer: 'Jazz Society', email: 'jazz@example.org' }],
    });
    expect(ofType('TribeEvents')[10]).toMatchObject({ title: 'Concert 11', venue: [] });
    expect(ofType('TribeVenues')[0]).not.toHaveProperty('country');
    expect(ofType('TribeCategories').map(({ name, count }) => [name, count])).toEqual([
      ['Jazz', 12],
      ['Music', 0],
    ]);
  });

  test('with links into the requested namespace', () => {
    expect(ofType('TribeEvents')[0]?.rest_url).toMatch(`${server.url}/wp-json/tribe/events/v1/events/`);
  });
});
