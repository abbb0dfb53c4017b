import { openWorld, type World } from '../support/world.ts';

let world: World;
const URL = 'https://meet.example/a?b=1&c=2';
beforeAll(async () => {
  world = await openWorld();
  const make = (title: string, fields: object): Promise<number> =>
    world.event(title, '2031-03-20 20:00', { end_date: '2031-03-20 22:00', ...fields });
  await make('Takes place', {});
  await make('Does not', { event_status: 'canceled', event_status_reason: 'High <water>', virtual_url: URL });
  await make('Some day', { event_status: 'postponed' });
  await make('Online talk', { virtual_url: URL });
  await make('Mixed talk', { virtual_url: URL, venue: { venue: 'Boathouse', city: 'Ulm' } });
  await make('Remote', { is_virtual: true });
  const later = await make('Moved', { event_status_reason: 'The hall is taken' });
  await world.change('REST', 'event', later, {
    start_date: '2031-03-21 20:00',
    end_date: '2031-03-21 22:00',
  });
  await make('Long fair', {
    start_date: '2031-03-13',
    end_date: '2031-03-16',
    all_day: true,
    event_status: 'canceled',
  });
});
afterAll(() => world.stop());

const page = async (path: string): Promise<string> =>
  (await fetch(`${world.server.url}${path}`, { headers: { accept: 'text/html' } })).text();
const event = (slug: string): Promise<string> => page(`/event/${slug}/`);
/** The card of an event in the list. */
async function cardOf(title: string): Promise<string> {
  const cards = (await page('/events/')).split('<li class="card">');
  const card = cards.find((one) => one.includes(`>${title}</a>`));
  if (!card) throw new Error(`the list does not show ${title}`);
  return card;
}

test('a list marks canceled and postponed events, and strikes out their time', async () => {
  const canceled = await cardOf('Does not');
  expect(canceled).toContain('</a> <span class="badge alert">Canceled</span>');
  expect(canceled).toMatch(/<p class="when"><s><time .*<\/s><\/p>/);
  expect(await cardOf('Some day')).toContain('<span class="badge alert">Postponed</span>');
  expect(await cardOf('Moved')).toContain('<span class="badge alert">New date</span>');
  const scheduled = await cardOf('Takes place');
  expect(scheduled).not.toMatch(/badge|<s>/);
});

test('a canceled event is not current', async () => {
  const list = await page('/events/');
  expect(list).toContain('Long fair');
  expect(list).not.toContain('On now');
  expect(await page('/events/?view=day')).not.toContain('On now');
  expect(await event('long-fair')).not.toContain('On now');
});

test('a list shows the place, also of online events', async () => {
  expect(await cardOf('Online talk')).toContain('<p class="where">Online</p>');
  expect(await cardOf('Mixed talk')).toMatch(
    /<p class="where"><a href="[^"]+">Boathouse<\/a>, Ulm\s·\sAlso online<\/p>/,
  );
});

test.each(['/events/?month=2031-03', '/events/?view=day&date=2031-03-20'])(
  '%s shows it, too',
  async (path) => {
    const text = await page(path);
    const struck = path.includes('month')
      ? '<span class="unseen">Canceled </span><s><span class="at">20:00</span> Does not</s>'
      : '>Does not</a> <span class="badge alert">Canceled</span>';
    expect(text).toContain(struck);
    expect(text).toContain('Takes place');
    expect(text).toMatch(/(?<!<s>)(?:<span class="at">20:00<\/span> )?Takes place<\/a>/);
  },
);

test('the page of an event shows the reason, without calendar links', async () => {
  const canceled = await event('does-not');
  expect(canceled).toContain('<title>Canceled: Does not');
  expect(canceled).toContain('<p class="notice"><strong>Canceled.</strong> High &lt;water&gt;</p>');
  expect(canceled).toMatch(/<p class="when large"><s>.*<\/s><\/p>/);
  expect(canceled).not.toMatch(/Add to calendar|>Online|Join/);
  expect(await event('some-day')).not.toContain('Add to calendar');
  expect(await event('some-day')).toContain(
    '<p class="notice"><strong>Postponed.</strong> The new date is not known yet.</p>',
  );
  expect(await event('moved')).toContain(
    '<p class="notice"><strong>New date.</strong> Originally scheduled for Thursday, 20 March 2031, 20:00. The hall is taken</p>',
  );
  expect(await event('takes-place')).not.toContain('class="notice"');
});

test('an event can be joined online until it ends', async () => {
  const button =
    '<p class="join"><a class="button" href="https://meet.example/a?b=1&amp;c=2" rel="nofollow">Join online</a></p>';
  expect(await event('online-talk')).toContain(`<p class="place">Online</p>\n${button}`);
  expect(await event('mixed-talk')).toContain(`<p class="place">Also online</p>\n${button}`);
  const remote = await event('remote');
  expect(remote).toContain('<p class="place">Online</p>');
  expect(remote).not.toContain('Join online');
  expect(await event('takes-place')).not.toMatch(/class="join"|>Online/);
  const before = world.moveTo('2031-03-20 22:00:00');
  const past = await event('online-talk');
  expect(past).toContain('<p class="place">Online</p>');
  expect(past).not.toMatch(/Join online|Add to calendar|href="https:\/\/meet/);
  world.moveTo(before);
});
