import { z } from 'zod';

/*
 * What an events API answers, as far as an import needs it. Sites leave out different fields, and write absent values
 * as empty texts, empty lists or `false`; a field that is missing or has another form is undefined here.
 */

const text = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined);
const flag = z
  .union([z.boolean(), z.stringbool(), z.number().transform((number) => number !== 0)])
  .optional()
  .catch(undefined);
const number = z
  .union([z.number(), z.string().min(1).transform(Number)])
  .refine(Number.isFinite)
  .optional()
  .catch(undefined);
const id = z.coerce.number().int().positive().optional().catch(undefined);

const term = z.object({ id, name: text, slug: text, description: text, parent: id });
const terms = z.array(term).catch([]);

const shared = {
  id,
  global_id: text,
  global_id_lineage: z.array(z.string()).catch([]),
  status: text,
  date_utc: text,
  url: text,
  description: text,
  excerpt: text,
  slug: text,
  /** `false` where there is none. */
  image: z.object({ url: z.string() }).optional().catch(undefined),
  website: text,
};

const venue = z.object({
  ...shared,
  venue: text,
  address: text,
  city: text,
  country: text,
  province: text,
  state: text,
  stateprovince: text,
  zip: text,
  phone: text,
  geo_lat: number,
  geo_lng: number,
  show_map: flag,
  show_map_link: flag,
});

const organizer = z.object({ ...shared, organizer: text, phone: text, email: text });

/** One, several or none: an object, a list, an empty list or `false`. */
const listOf = <T extends z.ZodType>(one: T) =>
  z
    .union([z.array(one), one.transform((single) => [single])])
    .optional()
    .catch([]);

const event = z.object({
  ...shared,
  title: text,
  all_day: flag,
  start_date: text,
  end_date: text,
  utc_start_date: text,
  utc_end_date: text,
  timezone: text,
  cost: text,
  show_map: flag,
  show_map_link: flag,
  hide_from_listings: flag,
  sticky: flag,
  featured: flag,
  ticketed: flag,
  event_status: text,
  event_status_reason: text,
  is_virtual: flag,
  virtual_url: text,
  categories: terms,
  tags: terms,
  venue: listOf(venue),
  organizer: listOf(organizer),
  post_parent: id,
  /** Of a service of this kind: the rule or the dates of a series, which its parent shows, */
  recurrence: text,
  /** the start from which it counts, and what it leaves out, */
  recurrence_start: text,
  recurrence_exceptions: z.array(z.string()).optional().catch(undefined),
  /** the planned start of each of its events, */
  recurrence_id: text,
  /** and whether that was changed by itself. */
  is_detached: flag,
});

export type SiteTerm = z.infer<typeof term>;
export type SiteVenue = z.infer<typeof venue>;
export type SiteOrganizer = z.infer<typeof organizer>;
export type SiteEvent = z.infer<typeof event>;

/** The lists of an events API, and what each contains. */
interface SiteRows {
  categories: SiteTerm;
  tags: SiteTerm;
  venues: SiteVenue;
  organizers: SiteOrganizer;
  events: SiteEvent;
}
export type ListName = keyof SiteRows;
export type SiteRowOf<L extends ListName> = SiteRows[L];
export const LISTS: { readonly [L in ListName]: z.ZodType<SiteRows[L]> } = {
  categories: term,
  tags: term,
  venues: venue,
  organizers: organizer,
  events: event,
};

/** What a page of a list has beside its records. */
export const PAGE = z.object({
  total: z.coerce.number().int().nonnegative().optional().catch(undefined),
  total_pages: z.coerce.number().int().nonnegative().optional().catch(undefined),
  next_rest_url: z.string().optional().catch(undefined),
});
