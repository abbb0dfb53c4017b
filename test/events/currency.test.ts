import { APIS, type Body, isRecord } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ env: { CURRENCY: 'EUR', CURRENCY_POSITION: 'postfix' } });
});
afterAll(() => world.stop());

const EVENT = { title: 'Concert', start_date: '2041-04-05', end_date: '2041-04-05' };
const offerOf = async (id: unknown): Promise<unknown> => {
  const body: Body = await (await world.server.request('GET', `/events/${id}`)).json();
  return isRecord(body.json_ld) ? body.json_ld.offers : undefined;
};

const COSTS: [sent: unknown, cost: string, code: string, offer: Body | undefined][] = [
  [12, '12€', 'EUR', { price: '12', priceCurrency: 'EUR' }],
  ['10-25', '10€ – 25€', 'EUR', { price: '10', priceCurrency: 'EUR' }],
  ['10 - 25 USD', '10 – 25 USD', 'USD', { price: '10', priceCurrency: 'USD' }],
  ['€10 – €25', '€10 – €25', 'EUR', { price: '10', priceCurrency: 'EUR' }],
  [0, 'Free', 'EUR', { price: '0', priceCurrency: 'EUR' }],
  ['10 EUR / 8 EUR erm.', '10 EUR / 8 EUR erm.', 'EUR', { price: '8', priceCurrency: 'EUR' }],
  ['Free', 'Free', '', { price: '0', priceCurrency: 'EUR' }],
  ['donation', 'donation', '', undefined],
  ['18+', '18+', '', undefined],
  ['ab 10', 'ab 10', '', undefined],
];

describe.each(APIS)('a site with prices in euros, through %s', (api) => {
  test.each(COSTS)('%j is %s', async (cost, shown, code, offer) => {
    const { status, body } = await world.create(api, 'event', { ...EVENT, cost });
    expect([status, body.cost, isRecord(body.cost_details) && body.cost_details.currency_code]).toEqual([
      201,
      shown,
      code,
    ]);
    const linked = await offerOf(body.id);
    if (offer) expect(linked).toMatchObject(offer);
    // The availability is unknown.
    if (offer) expect(linked).not.toHaveProperty('availability');
    else expect(linked).toBeUndefined();
    // The value can be sent back as read.
    expect(
      (await world.change(api, 'event', Number(body.id), { cost: body.cost, title: 'Other' })).body,
    ).toMatchObject({
      cost: shown,
      cost_details: body.cost_details,
    });
  });
});

describe('GraphQL: the lowest and highest price', () => {
  const money = (amount: number, currency: string | null = 'EUR') => ({ amount, currency });
  const PRICES: [cost: unknown[] | null, min: object | null, max?: object][] = [
    [[12], money(12)],
    [['10-25'], money(10), money(25)],
    [['12,50'], money(12.5)],
    [['10 - 25 USD'], money(10, 'USD'), money(25, 'USD')],
    [[30, '5', '20'], money(5), money(30)],
    [[0, 20], money(0), money(20)],
    [[0], money(0)],
    [['donation', '10'], money(10)],
    [['donation'], null],
    [['18+'], null],
    [[], null],
    [null, null],
  ];

  test.each(PRICES)('of %j', async (cost, min, max = min ?? undefined) => {
    const { createEvent } = await world.query(
      `mutation ($input: CreateEventInput!) { createEvent(input: $input) { event { priceRange {
        min { amount currency } max { amount currency } } } } }`,
      world.server.admin,
      { input: { title: 'Concert', start: '2041-04-05', end: '2041-04-05', cost } },
    );
    expect(createEvent).toEqual({ event: { priceRange: min && { min, max } } });
  });
});
