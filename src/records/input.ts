import { assertMaySetAuthor, mayPublish, type Status, settleStatus } from '../access/policy.ts';
import type { Context } from '../context.ts';
import type { StoredStatus } from '../database/base.ts';
import { BadValue } from '../errors.ts';
import type { ImageLinkInput } from '../generated/schema.ts';
import { checkImage, type ImageChoice } from '../images/index.ts';
import { readDateTime } from '../kernel/read-date.ts';
import { slugify } from '../kernel/slug.ts';
import { cleanHtml } from '../kernel/text.ts';
import type { Checks } from './checks.ts';
import type { PostRecord } from './record.ts';
import { untrashedSlug } from './slugs.ts';

/**
 * The fields that the inputs of events, venues and organizers share. null is none where there can be none,
 * else not sent (rules#null).
 */
export interface PostInput {
  author?: number | null | undefined;
  date?: string | number | null | undefined;
  dateUtc?: string | number | null | undefined;
  status?: Status | null | undefined;
  description?: string | null | undefined;
  excerpt?: string | null | undefined;
  image?: ImageLinkInput | null | undefined;
}

/** Checked values of {@link PostInput}; what is absent stays as it is. */
export interface PostValues {
  authorId?: number;
  publishedUtc?: string;
  /** Of a new record: whether its first publication will date it. */
  undated?: boolean;
  status?: StoredStatus;
  description?: string;
  excerpt?: string;
  /** null removes the image */
  image?: ImageChoice | null;
}

/** The text of a new slug. @returns undefined when none is sent, or a bad one, which `checks` then knows */
export const checkSlug = async (
  checks: Checks,
  slug: string | null | undefined,
  current: PostRecord | null,
): Promise<string | undefined> =>
  typeof slug !== 'string'
    ? undefined
    : checks.run('slug', () => {
        // A new record without a usable one is named by its title, or else by its id; one that has a name
        // would lose it.
        if (current && slug !== current.slug && slugify(untrashedSlug(slug)) === '')
          throw new BadValue('has no letter or digit that an address could have');
        return slug;
      });

async function checkAuthor(context: Context, author: number, current: PostRecord | null): Promise<number> {
  if (author === current?.author) return author;
  assertMaySetAuthor(context.caller, author);
  const found = await context.db
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', author)
    .executeTakeFirst();
  if (!found) throw new BadValue('there is no user with this id');
  return author;
}

const readUtc = (context: Context, value: string | number, zone: string): string =>
  readDateTime(value, zone, context.now).utc;

/**
 * Checks the shared fields of a create (no `current`) or a change. @throws ServiceError rest_forbidden for an
 * author beyond the caller's rights
 */
export async function checkPost(
  context: Context,
  checks: Checks,
  input: PostInput,
  current: PostRecord | null,
): Promise<PostValues> {
  const { caller, settings, nowUtc } = context;
  const values: PostValues = {};
  const { author, date, dateUtc, status, description, excerpt, image } = input;
  if (typeof author === 'number')
    await checks.run('author', async () =>
      Object.assign(values, { authorId: await checkAuthor(context, author, current) }),
    );
  if (date !== undefined && date !== null) {
    await checks.run('date', () =>
      Object.assign(values, { publishedUtc: readUtc(context, date, settings.timezone) }),
    );
  }
  if (dateUtc !== undefined && dateUtc !== null) {
    await checks.run('dateUtc', () =>
      Object.assign(values, { publishedUtc: readUtc(context, dateUtc, 'UTC') }),
    );
  }
  if (status) values.status = settleStatus(caller, status);
  if (description !== undefined)
    await checks.run('description', () =>
      Object.assign(values, { description: cleanHtml(description ?? '') }),
    );
  if (excerpt !== undefined)
    await checks.run('excerpt', () => Object.assign(values, { excerpt: cleanHtml(excerpt ?? '') }));
  if (image !== undefined)
    await checks.run('image', async () => Object.assign(values, { image: await checkImage(context, image) }));
  if (current) return values;
  const { status: given = mayPublish(caller) ? 'publish' : 'draft', publishedUtc } = values;
  const undated = publishedUtc === undefined && given !== 'publish' && given !== 'private';
  return { authorId: caller.id, ...values, status: given, publishedUtc: publishedUtc ?? nowUtc, undated };
}
