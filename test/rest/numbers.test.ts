import { startTestServer, type TestServer } from '../support/service.ts';

/** Numbers in addresses and forms, and texts that only JavaScript accepts as numbers. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const page = async (text: string) => {
  const answer = await server.request('GET', `/tags?hide_empty=false&per_page=${encodeURIComponent(text)}`);
  return { status: answer.status, body: await answer.json() };
};

test.each(['0x1', '0X1', '0b1', '0o1', '1_0', 'Infinity', '١', '１', '--1', '1 1', '1e'])(
  '%s is not a number, and the error names the parameter',
  async (text) => {
    expect(await page(text)).toMatchObject({
      status: 400,
      body: {
        code: 'rest_invalid_param',
        data: { params: { per_page: expect.stringContaining('whole number') } },
      },
    });
  },
);

test.each(['1', '+1', '01', ' 1 ', '1.0', '1e0', '10E-1'])('%j is a number', async (text) => {
  expect((await page(text)).status).toBe(200);
});
