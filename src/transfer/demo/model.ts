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
 * An event of the demo calendar. It refers to venues, organizers, categories and tags by name; see the other
 * data files.
 */
export interface DemoEvent {
  title: string;
  description: string;
  excerpt?: string;
  day: DemoDay;
  /**
   * Start and end on the clock of the event; an end before the start is on the next day. All-day without it.
   */
  time?: readonly [from: string, until: string];
  /** How many days it lasts; one by default. */
  days?: number;
  /** How many times it takes place, a week apart, each time as an event of its own; once by default. */
  weekly?: number;
  /**
   * The zone; by default that of the city, which is the site's. If it is another one, the description says
   * so.
   */
  zone?: string;
  venue?: string;
  organizers: readonly string[];
  categories: readonly string[];
  tags?: readonly string[];
  cost?: string | number | readonly string[];
  website?: string;
  /** Why it does not take place, or later. */
  canceled?: string;
  postponed?: string;
  /** Whether it takes place online, with a venue there too, and by which address if everybody may know it. */
  online?: true | string;
  featured?: true;
  sticky?: true;
  hidden?: true;
  ticketed?: true;
  /** Published by default; `scheduled` will be published in a week. */
  state?: 'draft' | 'scheduled';
}
