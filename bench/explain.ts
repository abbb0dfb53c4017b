import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { RARE } from './seed/words.ts';
import { openSeeded, queryOnce } from './support/database.ts';
import { type Plan, readPlans } from './support/plans.ts';
import { NAMESPACE, startService } from './support/service.ts';

/**
 * `node bench/explain.ts --events 1000000`: prints the plans of the service's list statements. Each request is repeated
 * on one connection, because PostgreSQL changes from custom to generic plans after five executions.
 */
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    data: { type: 'string' },
    over: { type: 'string', default: '100' },
    repeat: { type: 'string', default: '8' },
    only: { type: 'string', default: '' },
  },
});
const events = Number(values.events);
const over = Number(values.over);
const deep = Math.max(1, Math.floor(Math.min(100_000, events * 0.5) / 10));

const REQUESTS: readonly (readonly [name: string, path: string])[] = [
  ['list', '/events?per_page=10'],
  ['list 50', '/events?per_page=50'],
  ['list page 2', '/events?per_page=10&page=2'],
  ['deep page', `/events?per_page=10&page=${deep}`],
  ['past the last page', '/events?per_page=10&page=9999999'],
  ['list from the past', '/events?per_page=10&start_date=2000-01-01'],
  ['list of one day', '/events?per_page=10&start_date=tomorrow&end_date=%2B2+days'],
  ['ends_after', '/events?per_page=10&ends_after=now'],
  ['search rare', `/events?per_page=10&search=${RARE}`],
  ['search common', '/events?per_page=10&search=concert'],
  ['search very common', '/events?per_page=10&search=the'],
  ['search two letters', '/events?per_page=10&search=ab'],
  ['search one letter', '/events?per_page=10&search=a'],
  ['search rare letter', '/events?per_page=10&search=z'],
  ['search frequent letters', '/events?per_page=10&search=in'],
  ['search without the most', '/events?per_page=10&search=-the'],
  ['search common and letters', '/events?per_page=10&search=the+zz'],
  ['search phrase of letters', '/events?per_page=10&search=%22b+c%22'],
  ['search never together', '/events?per_page=10&search=summer+winter'],
  ['search common, 100', '/events?per_page=100&search=concert'],
  ['search two words', '/events?per_page=10&search=summer+concert'],
  ['search without', '/events?per_page=10&search=concert+-summer'],
  ['search nothing', '/events?per_page=10&search=qqqqqq'],
  ['category', '/events?per_page=10&categories=sub-9'],
  ['category parent', '/events?per_page=10&categories=category-1'],
  ['tag', '/events?per_page=10&tags=tag-7'],
  ['category and tag', '/events?per_page=10&categories=sub-9&tags=tag-7'],
  ['categories, many', '/events?per_page=10&categories=category-1,category-2,category-3,category-4'],
  [
    'all categories',
    '/events?per_page=10&categories=category-1,category-2,category-3,category-4,category-5,category-6,category-7,category-8',
  ],
  ['category and search', '/events?per_page=10&categories=category-1&search=the'],
  ['category and letter', '/events?per_page=10&categories=category-1&search=a'],
  ['tag and rare letters', '/events?per_page=10&tags=tag-7&search=zz'],
  ['organizer of events', '/events?per_page=10&organizer=5007'],
  ['post parent', '/events?per_page=10&post_parent=20001'],
  ['include', '/events?per_page=10&include=20001,20002,30003'],
  ['starts before', '/events?per_page=10&starts_before=now'],
  ['starts after', '/events?per_page=10&starts_after=2000-01-01'],
  ['ends before', '/events?per_page=10&ends_before=2100-01-01'],
  ['strict dates', '/events?per_page=10&strict_dates=true'],
  ['venue of events', '/events?per_page=10&venue=7'],
  ['geo 25 km', '/events?per_page=10&geoloc_lat=41.9&geoloc_lng=12.5'],
  ['geo 1 km', '/events?per_page=10&geoloc_lat=41.9&geoloc_lng=12.5&geoloc_radius=1'],
  ['geo 500 km', '/events?per_page=10&geoloc_lat=41.9&geoloc_lng=12.5&geoloc_radius=500'],
  ['geoloc', '/events?per_page=10&geoloc=true'],
  ['not geoloc', '/events?per_page=10&geoloc=false'],
  ['featured', '/events?per_page=10&featured=true'],
  ['not featured', '/events?per_page=10&featured=false'],
  ['ticketed', '/events?per_page=10&ticketed=true'],
  ['not ticketed', '/events?per_page=10&ticketed=false'],
  ['featured and ticketed', '/events?per_page=10&featured=true&ticketed=true'],
  ['canceled', '/events?per_page=10&event_status=canceled'],
  ['not canceled', '/events?per_page=10&event_status=scheduled,postponed'],
  ['online', '/events?per_page=10&is_virtual=true'],
  ['not online', '/events?per_page=10&is_virtual=false'],
  ['free', '/events?per_page=10&free=true'],
  ['not free', '/events?per_page=10&free=false'],
  ['city', '/events?per_page=10&city=rome'],
  ['geoloc and search', '/events?per_page=10&geoloc=true&search=concert'],
  [
    'geo 500 km and search',
    '/events?per_page=10&geoloc_lat=41.9&geoloc_lng=12.5&geoloc_radius=500&search=the',
  ],
  [
    'geo 500 km and category',
    '/events?per_page=10&geoloc_lat=41.9&geoloc_lng=12.5&geoloc_radius=500&categories=category-1',
  ],
  [
    'geo 500 km from the past',
    '/events?per_page=10&geoloc_lat=41.9&geoloc_lng=12.5&geoloc_radius=500&start_date=2000-01-01',
  ],
  ['geoloc from the past', '/events?per_page=10&geoloc=true&start_date=2000-01-01'],
  ['featured from the past', '/events?per_page=10&featured=false&start_date=2000-01-01'],
  ['search from the past', '/events?per_page=10&search=the&start_date=2000-01-01'],
  ['venues', '/venues?per_page=10'],
  ['venues has_events', '/venues?per_page=10&has_events=true'],
  ['venues without events', '/venues?per_page=10&has_events=false'],
  ['venues upcoming', '/venues?per_page=10&only_with_upcoming=true'],
  ['venues letter', '/venues?per_page=10&search=a'],
  ['venues of an event', '/venues?per_page=10&event=20001'],
  ['organizers', '/organizers?per_page=10'],
  ['organizers has_events', '/organizers?per_page=10&has_events=true'],
  ['venues search', '/venues?per_page=10&search=harbour'],
  ['organizers upcoming', '/organizers?per_page=10&only_with_upcoming=true'],
  ['categories', '/categories?per_page=50'],
  ['categories by count', '/categories?per_page=50&orderby=count&order=desc'],
  ['categories hide_empty', '/categories?per_page=50&hide_empty=true'],
  ['tags search', '/tags?per_page=50&search=1'],
  ['tags of an event', '/tags?per_page=50&event=20001'],
  ['tags', '/tags?per_page=50'],
  ['single by slug', '/events/by-slug/event-4711'],
];

const data = values.data ?? join(tmpdir(), `calendar-bench-${events}`);
const lines: string[] = [];
const { database, superuserUrl } = await openSeeded(data, events, (line) => lines.push(line));
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const owner = pg.escapeIdentifier('calendar');
try {
  await queryOnce(superuserUrl, `alter role ${owner} set session_preload_libraries = 'auto_explain'`);
  for (const [name, text] of [
    ['log_min_duration', '0'],
    ['log_analyze', 'on'],
    ['log_buffers', 'on'],
    ['log_timing', 'off'],
    ['log_nested_statements', 'on'],
  ]) {
    await queryOnce(superuserUrl, `alter role ${owner} set auto_explain.${name} = '${text}'`);
  }
  const service = await startService({
    DATABASE_URL: database.url,
    RESPONSE_CACHE: 'off',
    DATABASE_POOL_SIZE: '1',
  });
  const slow: { name: string; plan: Plan }[] = [];
  try {
    say(
      `| request | first ms | median ms | status | slowest statements (ms, with how often) |\n|---|---|---|---|---|`,
    );
    for (const [name, path] of REQUESTS.filter(([label]) => label.includes(values.only))) {
      lines.length = 0;
      const times: number[] = [];
      let status = 0;
      for (let i = 0; i < Number(values.repeat); i++) {
        const started = performance.now();
        const response = await fetch(service.url + NAMESPACE + path);
        await response.arrayBuffer();
        status = response.status;
        times.push(performance.now() - started);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
      const plans = readPlans(lines);
      const byText = [...Map.groupBy(plans, (plan) => plan.query).values()].map((same) =>
        same.toSorted((a, b) => b.ms - a.ms),
      );
      const shown = byText.toSorted((a, b) => (b[0]?.ms ?? 0) - (a[0]?.ms ?? 0)).slice(0, 3);
      const words = shown.map((same) => `${(same[0]?.ms ?? 0).toFixed(1)}×${same.length}`).join(', ');
      const [first = 0] = times;
      const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
      say(`| ${name} | ${first.toFixed(1)} | ${median.toFixed(1)} | ${status} | ${words} |`);
      for (const [worst] of shown) if (worst && worst.ms > over) slow.push({ name, plan: worst });
    }
  } finally {
    await service.stop();
  }
  for (const { name, plan } of slow) say(`\n## ${name}: ${plan.ms.toFixed(1)} ms\n${plan.text.join('\n')}`);
} finally {
  await queryOnce(superuserUrl, `alter role ${owner} reset all`);
  await database.stop();
}
