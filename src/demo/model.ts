import type { DemoDay } from './moment.ts';

/** A category of the demo calendar, with those below it. */
export interface DemoCategory {
  name: string;
  description: string;
  children?: readonly DemoCategory[];
}

export interface DemoTag {
  name: string;
  description?: string;
}

/**
 * An event of the demo calendar. Venues, organizers, categories and tags are named; see the other data files.
 */
export interface DemoEvent {
  title: string;
  description: string;
  excerpt?: string;
  day: DemoDay;
  /**
   * From and until, on the clock of the event's zone; an end before the start is on the next day. Whole days
   * without it.
   */
  time?: readonly [from: string, until: string];
  /** How many days it takes; one unless given. */
  days?: number;
  /** How many times it takes place, a week apart, each an event of its own; once unless given. */
  weekly?: number;
  /** The city's, which is the site's, unless given; then the description says so. */
  zone?: string;
  venue?: string;
  organizers: readonly string[];
  categories: readonly string[];
  tags?: readonly string[];
  cost?: string | number | readonly string[];
  website?: string;
  featured?: true;
  sticky?: true;
  hidden?: true;
  ticketed?: true;
  /** Published unless given; `scheduled` is published in a week. */
  state?: 'draft' | 'scheduled';
}
