import { BadValue } from '../../lib/errors.ts';
import { readDateTime } from '../../lib/read-date.ts';
import { makesSlug } from '../../lib/slug.ts';
import type { Status } from '../../lib/statuses.ts';
import { cleanHtml } from '../../lib/text.ts';
import { localDateTimeOf } from '../../lib/zones.ts';
import { idOfLogin } from '../access/logins.ts';
import { assertMaySetAuthor, mayPublish, resolveStatus } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import type { ImageLink, UserBy } from '../generated/schema.ts';
import { checkImage, type ImageChoice } from '../images/index.ts';
import type { Checks } from '../resource/checks.ts';
import type { ContentRecord } from './record.ts';
import { untrashedSlug } from './slugs.ts';

/**
 * The fields that the inputs of events, venues and organizers share. null clears a field that may be empty,
 * and is ignored for the others (rules#null).
 */
export interface ContentInput {
  slug?: string | null | undefined;
  author?: UserBy | null | undefined;
  publishedAt?: string | number | null | undefined;
  dateUtc?: string | number | null | undefined;
  status?: Status | null | undefined;
  description?: string | null | undefined;
  excerpt?: string | null | undefined;
  image?: ImageLink | null | undefined;
}

/** Checked values of {@link ContentInput}; what is absent stays as it is. */
export interface ContentValues {
  /** The text that the slug is made from. */
  slugText?: string;
  authorId?: number;
  publishedUtc?: string;
  /** Of a new record: whether it gets its date when it is first published. */
  undated?: boolean;
  status?: Status;
  description?: string;
  excerpt?: string;
  /** null removes the image. */
  image?: ImageChoice | null;
}

/**
 * Refuses a text that makes no slug, but only on a change, because the record would lose its slug; a new
 * record then gets one from its title, or else its id. @throws BadValue
 */
function checkSlug(slug: string, current: ContentRecord | null): string {
  if (current && slug !== current.slug && !makesSlug(untrashedSlug(slug)))
    throw new BadValue('has no letter or digit that an address could have');
  return slug;
}

async function checkAuthor(
  context: Context,
  { databaseId, login }: UserBy,
  current: ContentRecord | null,
): Promise<number> {
  const author = login === undefined ? databaseId : ((await idOfLogin(context.db, login)) ?? undefined);
  if (author !== undefined && author === current?.authorId) return author;
  // Also for an unknown login: callers without this right cannot find out which logins exist.
  assertMaySetAuthor(context.caller, author ?? 0);
  const user = await context.db
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', author ?? 0)
    .executeTakeFirst();
  if (!user) throw new BadValue(`there is no user with this ${login === undefined ? 'id' : 'login'}`);
  return user.id;
}

/**
 * The publication date of an input in UTC. `publishedAt` and `dateUtc` have to be one instant; where the clock of the site
 * shows a time twice, `dateUtc` decides, or else the present date (rules#dates).
 */
async function checkDates(
  { settings: { timezone }, clock }: Context,
  checks: Checks,
  { publishedAt, dateUtc }: ContentInput,
  current: ContentRecord | null,
): Promise<string | undefined> {
  const read = (name: 'publishedAt' | 'dateUtc', value: string | number | null | undefined, zone: string) =>
    value === undefined || value === null ? undefined : checks.run(name, readDateTime, value, zone, clock);
  const onSite = await read('publishedAt', publishedAt, timezone);
  const inUtc = await read('dateUtc', dateUtc, 'UTC');
  if (!onSite) return inUtc?.utc;
  const meant = inUtc?.utc ?? current?.dateUtc;
  if (meant === undefined || meant === onSite.utc) return onSite.utc;
  const shown = await checks.run('dateUtc', localDateTimeOf, meant, timezone);
  if (shown === onSite.naive) return meant;
  if (inUtc)
    for (const name of ['publishedAt', 'dateUtc'])
      checks.add(name, 'the two dates of publication are different instants: send one of them');
  return onSite.utc;
}

/**
 * Checks the shared fields of a create (no `current`) or a change. @throws ServiceError rest_forbidden for an
 * author beyond the caller's rights
 */
export async function checkContent(
  context: Context,
  checks: Checks,
  input: ContentInput,
  current: ContentRecord | null,
): Promise<ContentValues> {
  const { caller } = context;
  const { nowUtc } = context.clock;
  const values: ContentValues = {};
  const { slug, author, status, description, excerpt, image } = input;
  const set = (checked: { [Name in keyof ContentValues]: ContentValues[Name] | undefined }): void =>
    void Object.assign(values, checked);
  if (typeof slug === 'string') set({ slugText: await checks.run('slug', checkSlug, slug, current) });
  if (author) set({ authorId: await checks.run('author', checkAuthor, context, author, current) });
  const published = await checkDates(context, checks, input, current);
  if (published !== undefined) set({ publishedUtc: published });
  if (status) values.status = resolveStatus(caller, status);
  if (description !== undefined)
    set({ description: await checks.run('description', cleanHtml, description ?? '') });
  if (excerpt !== undefined) set({ excerpt: await checks.run('excerpt', cleanHtml, excerpt ?? '') });
  if (image !== undefined)
    set({ image: await checks.run('image', checkImage, context, image, current?.imageId) });
  if (current) return values;
  const { status: initial = mayPublish(caller) ? 'publish' : 'draft', publishedUtc } = values;
  const undated = publishedUtc === undefined && initial !== 'publish' && initial !== 'private';
  return { authorId: caller.id, ...values, status: initial, publishedUtc: publishedUtc ?? nowUtc, undated };
}
