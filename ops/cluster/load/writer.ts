import { setTimeout as pause } from 'node:timers/promises';
import { NAMESPACE } from '../../../bench/support/service.ts';
import { type Ledger, type Subject, titleOf } from './ledger.ts';
import { send } from './send.ts';

const DATES = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };
const PAUSE_MS = 15;
/** Pause after a failed write. */
const RETRY_MS = 100;

const UPDATE =
  'mutation ($id: Int!, $title: String) { updateEvent(by: { databaseId: $id }, input: { title: $title }) { changedOccurrences } }';

interface WriterOptions {
  ledger: Ledger;
  /** The prefix of the titles of its events. */
  name: string;
  /** Addresses of the instances. */
  urls: readonly string[];
  /** Returns the index of the instance for the next write. */
  choose: () => number;
  isResting: () => boolean;
}

/** Creates events, and changes two of its own, by REST and by GraphQL. Never retries a request. */
export class Writer {
  readonly #options: WriterOptions;
  readonly #own: Subject[] = [];
  #turn = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Creates the events that the writer will change. @throws Error if a creation fails */
  async prepare(): Promise<void> {
    const { name, urls, ledger } = this.#options;
    for (const kind of ['rest', 'graphql']) {
      const title = `${name} ${kind}`;
      const made = await this.#create(urls[0] ?? '', titleOf(title, 0));
      if (made === undefined) throw new Error(`${title} was not created: ${[...ledger.statuses.keys()]}`);
      const subject = { id: made, title, sent: 0, acknowledged: [{ version: 0, at: performance.now() }] };
      this.#own.push(subject);
      ledger.subjects.push(subject);
    }
  }

  async run(isStopped: () => boolean): Promise<void> {
    const { ledger, urls, choose, isResting } = this.#options;
    while (!isStopped()) {
      if (isResting()) {
        await pause(PAUSE_MS);
        continue;
      }
      const instance = choose();
      const isStored = await this.#write(urls[instance] ?? '');
      if (isStored) ledger.acknowledge(instance);
      await pause(isStored ? PAUSE_MS : RETRY_MS);
    }
  }

  async #write(url: string): Promise<boolean> {
    const turn = this.#turn++;
    const subject = this.#own[turn % 3];
    if (subject) return this.#change(url, subject, turn % 3 === 1);
    const title = `${this.#options.name} event ${turn}`;
    return (await this.#create(url, title)) !== undefined;
  }

  async #create(url: string, title: string): Promise<number | undefined> {
    const { ledger, name } = this.#options;
    ledger.unanswered.add(title);
    const { body: created } = await send(ledger, `${url}${NAMESPACE}/events`, {
      method: 'POST',
      body: {
        title,
        ...DATES,
        categories: [`${name} category`],
        tags: ['tag'],
        venue: { venue: `Venue of ${name}` },
        organizer: [{ organizer: 'Club' }],
      },
    });
    if (!created || !('id' in created) || typeof created.id !== 'number') return undefined;
    ledger.unanswered.delete(title);
    ledger.created.set(title, created.id);
    return created.id;
  }

  async #change(url: string, subject: Subject, byGraphQL: boolean): Promise<boolean> {
    const { ledger } = this.#options;
    const version = ++subject.sent;
    const title = titleOf(subject.title, version);
    const { body: changed } = byGraphQL
      ? await send(ledger, `${url}/graphql`, {
          method: 'POST',
          body: { query: UPDATE, variables: { id: subject.id, title } },
        })
      : await send(ledger, `${url}${NAMESPACE}/events/${subject.id}`, { method: 'PATCH', body: { title } });
    if (changed) subject.acknowledged.push({ version, at: performance.now() });
    return changed !== undefined;
  }
}
