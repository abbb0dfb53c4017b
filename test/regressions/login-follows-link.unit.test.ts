import { discoverApi } from '../../src/transfer/tec-import/discover.ts';

const CLUB = 'https://club.example';
const EVIL = 'https://evil.example';
const ROOT = '/wp-json/tribe/events/v1';

/** A site whose page links to an API at `api`; the fetcher records each request. */
function siteWith({ page = `${CLUB}/`, api = `${CLUB}/wp-json/`, hasLogin = true }) {
  const requests: string[] = [];
  const fetcher = {
    hasLogin,
    text: async (url: URL) => {
      requests.push(url.href);
      return { url: new URL(page), text: '', link: `<${api}>; rel="https://api.w.org/"` };
    },
    json: async (url: URL) => {
      requests.push(url.href);
      return { namespaces: ['tribe/events/v1'] };
    },
  };
  return {
    asked: requests,
    find: async (address: string) => (await discoverApi(fetcher, new URL(address))).root.href,
  };
}

test.each([
  ['its page names another host', { api: `${EVIL}/wp-json/` }, EVIL],
  ['it names another port', { api: `${CLUB}:8443/wp-json/` }, `${CLUB}:8443`],
  ['it names the same host by http', { api: 'http://club.example/wp-json/' }, 'http://club.example'],
  ['its page was redirected', { page: `${EVIL}/`, api: `${EVIL}/wp-json/` }, EVIL],
  ['it was redirected, and that page leads back', { page: `${EVIL}/` }, EVIL],
])('no login is sent to an API where %s', async (_how, site, other) => {
  const { find } = siteWith(site);
  const said = await find(`${CLUB}/calendar`).catch(({ message }: Error) => message);
  expect(said).toContain(`the login is for ${CLUB}:`);
  expect(said).toContain(other);
  expect(said).toContain(ROOT);
  expect(await siteWith({ ...site, hasLogin: false }).find(CLUB)).toMatch(ROOT);
});

test('with a login the search for an API skips http; its own address is accepted', async () => {
  const { asked: requests, find } = siteWith({});
  await expect(find('http://club.example/')).rejects.toThrow('use https, or the address of its API');
  expect(requests).toEqual([]);
  expect(await find(`http://club.example${ROOT}`)).toBe(`http://club.example${ROOT}`);
});

test('a login is sent if page and API are at the given origin', async () => {
  expect(await siteWith({}).find(`${CLUB}/calendar`)).toBe(`${CLUB}${ROOT}`);
});
