import { BadValue } from '../../lib/errors.ts';
import { readDateTime } from '../../lib/read-date.ts';
import { isSluggable } from '../../lib/slug.ts';
import type { Status } from '../../lib/statuses.ts';
import { cleanHtml } from '../../lib/text.ts';
import { localDateTimeOf } from '../../lib/zones.ts';
import { idOfLogin } from '../access/logins.ts';
import { assertMaySetAuthor, mayPublish, resolveStatus } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import type { ImageLink, UserBy } from '../generated/schema.ts';
import type { ImageChoice } from '../images/image.input.ts';
import type { Checks } from '../resource/checks.ts';
import type { ContentRecord } from './record.ts';
import { untrashedSlug } from './slugs.ts';
import { checkReadableImage } from './visible-images.ts';

/**
 * The shared fields of the inputs of events, venues and organizers. null clears a field that may be empty;
 * other fields ignore it (rules#null).
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

/** Checked values of {@link ContentInput}; absent values stay unchanged. */
export interface ContentValues {
  /** The text from which to create the slug. */
  slugText?: string;
  authorId?: number;
  publishedUtc?: string;
  /** In a new record: whether the first publication sets the date. */
  undated?: boolean;
  status?: Status;
  description?: string;
  excerpt?: string;
  /** null removes the image. */
  image?: ImageChoice | null;
}

/**
 * Refuses a text without usable characters in an update, because the record would lose its slug. A new record
 * gets its slug from the title or the id instead.
 * @throws BadValue
 */
function checkSlug(slug: string, current: ContentRecord | null): string {
  if (current && slug !== current.slug && !isSluggable(untrashedSlug(slug)))
    throw new BadValue('must contain a letter or digit that can be used in a URL');
  return slug;
}

async function checkAuthor(
  context: Context,
  { databaseId, login }: UserBy,
  current: ContentRecord | null,
): Promise<number> {
  const author = login === undefined ? databaseId : ((await idOfLogin(context.db, login)) ?? undefined);
  if (author !== undefined && author === current?.authorId) return author;
  // Also for unknown logins, so that callers without this right cannot find out which logins exist.
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
 * The publication date of an input in UTC. `publishedAt` and `dateUtc` must be the same instant. If the local time is
 * ambiguous, `dateUtc` decides, otherwise the current date of the record (rules#dates).
 */
async function checkPublicationDate(
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
  const expected = inUtc?.utc ?? current?.dateUtc;
  if (expected === undefined || expected === onSite.utc) return onSite.utc;
  const local = await checks.run('dateUtc', localDateTimeOf, expected, timezone);
  if (local === onSite.naive) return expected;
  if (inUtc)
    for (const name of ['publishedAt', 'dateUtc'])
      checks.add(name, 'the two publication dates are different instants: send only one of them');
  return onSite.utc;
}

/**
 * Checks the shared fields of a create (no `current`) or an update. Adds problems to `checks`.
 * @throws ServiceError rest_forbidden for an author that the caller may not set
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
  const published = await checkPublicationDate(context, checks, input, current);
  if (published !== undefined) set({ publishedUtc: published });
  if (status) values.status = resolveStatus(caller, status);
  if (description !== undefined)
    set({ description: await checks.run('description', cleanHtml, description ?? '') });
  if (excerpt !== undefined) set({ excerpt: await checks.run('excerpt', cleanHtml, excerpt ?? '') });
  if (image !== undefined)
    set({ image: await checks.run('image', checkReadableImage, context, image, current?.imageId) });
  if (current) return values;
  const { status: initial = mayPublish(caller) ? 'publish' : 'draft', publishedUtc } = values;
  const undated = publishedUtc === undefined && initial !== 'publish' && initial !== 'private';
  return { authorId: caller.id, ...values, status: initial, publishedUtc: publishedUtc ?? nowUtc, undated };
}
