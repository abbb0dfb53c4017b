import { bytesOf, get, post, type Request } from '../../bench/load/request.ts';
import { PAGE } from '../../bench/scenarios/graphql.ts';
import { AUTHORIZATION, NAMESPACE } from '../../bench/support/service.ts';
import { CREATED_ID, type Step } from './job.ts';

const AS_ADMIN = { authorization: AUTHORIZATION };
const LENGTH = 2_000;

interface Kind {
  /** Percentage of requests. */
  share: number;
  status: number;
  make(n: number): Request | { method: string; request: Request };
}

const rest = (path: string, headers?: Record<string, string>): Request => get(NAMESPACE + path, headers);

/**
 * 95 reads to 5 writes: REST and GraphQL; lists, single events and searches; with and without a login; invalid
 * requests.
 */
function kinds(ids: readonly number[]): Kind[] {
  const id = (n: number): number => ids[n % ids.length] ?? 0;
  const times = { start_date: 'tomorrow 10am', end_date: 'tomorrow 12pm' };
  const words = ['concert', 'market', 'guided tour', 'zyzzyva', 'river'];
  const mutation =
    'mutation($by: EventBy!, $title: String) { updateEvent(by: $by, input: { title: $title }) { event { title } } }';
  return [
    { share: 20, status: 200, make: (n) => rest(`/events?per_page=10&page=${1 + (n % 20)}`) },
    { share: 8, status: 200, make: (n) => rest(`/events?per_page=10&page=${1 + (n % 20)}`, AS_ADMIN) },
    { share: 20, status: 200, make: (n) => rest(`/events/${id(n)}`) },
    { share: 8, status: 200, make: (n) => rest(`/events/${id(n)}`, AS_ADMIN) },
    {
      share: 6,
      status: 200,
      make: (n) => rest(`/events?per_page=10&search=${encodeURIComponent(words[n % words.length] ?? '')}`),
    },
    { share: 4, status: 200, make: (n) => rest(`/events?per_page=10&categories=sub-${1 + (n % 30)}`) },
    { share: 4, status: 200, make: (n) => rest(`/venues?per_page=10&page=${1 + (n % 2)}`) },
    { share: 4, status: 200, make: () => rest('/categories?per_page=20') },
    { share: 8, status: 200, make: () => post('/graphql', { query: PAGE }) },
    {
      share: 4,
      status: 200,
      make: (n) =>
        get(
          `/graphql?query=${encodeURIComponent(`{ event(by: { databaseId: ${id(n)} }) { title venue { name } } }`)}`,
        ),
    },
    { share: 4, status: 404, make: (n) => rest(`/events/${900_000_000 + n}`) },
    { share: 2, status: 401, make: () => post(`${NAMESPACE}/events`, { title: 'anonymous', ...times }) },
    { share: 3, status: 400, make: () => rest('/events?per_page=none') },
    {
      share: 2,
      status: 201,
      make: (n) =>
        post(`${NAMESPACE}/events`, { title: `Soak ${n}`, categories: ['Soak'], ...times }, AS_ADMIN),
    },
    {
      share: 1,
      status: 200,
      make: (n) =>
        post(
          '/graphql',
          { query: mutation, variables: { by: { databaseId: id(n) }, title: `Soak ${n}` } },
          AS_ADMIN,
        ),
    },
    {
      share: 2,
      status: 200,
      make: () => ({
        method: 'DELETE',
        request: post(`${NAMESPACE}/events/${CREATED_ID}?force=true`, {}, AS_ADMIN),
      }),
    },
  ];
}

interface Mixture {
  steps: Step[];
  fallback: Step;
}

/** The mixture, in an order that distributes the kinds evenly. @param ids of published events */
export function mixtureOf(ids: readonly number[], port: number): Mixture {
  const all = kinds(ids);
  const stepOf = ({ status, make }: Kind, n: number): Step => {
    const made = make(n);
    const { method, request } = 'request' in made ? made : { method: undefined, request: made };
    const bytes = bytesOf(request, port);
    return { status, request: method === undefined ? bytes : bytes.replace(/^POST/, method) };
  };
  const owed = all.map((kind) => ({ kind, owed: 0, made: 0 }));
  const steps = Array.from({ length: LENGTH }, () => {
    for (const one of owed) one.owed += one.kind.share;
    const chosen = owed.reduce((most, one) => (one.owed > most.owed ? one : most));
    chosen.owed -= 100;
    return stepOf(chosen.kind, chosen.made++);
  });
  return { steps, fallback: { status: 200, request: bytesOf(rest('/tags'), port) } };
}
