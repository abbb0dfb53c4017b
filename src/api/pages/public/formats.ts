/** @param local `YYYY-MM-DD`, with or without a time */
function asUtc(local: string): Date {
  const [day = '', time = '00:00:00'] = local.split(' ');
  return new Date(`${day}T${time}Z`);
}

/** The formats of dates and times in a language and country. */
export class Formats {
  readonly locale: string;
  /** From 1, Monday, to 7. */
  readonly firstDay: number;
  /** The days of the weekend, from 1, Monday, to 7. */
  readonly weekend: readonly number[];
  /** `Fri, 14 Mar 2031` */
  readonly day: (local: string) => string;
  /** `Friday, 14 March 2031` */
  readonly longDay: (local: string) => string;
  /** The same as a title, capitalized in all languages */
  readonly dayTitle: (local: string) => string;
  readonly #dayOfYear: (local: string) => string;
  /** `20:00` */
  readonly time: (local: string) => string;
  /** `March 2031`, capitalized in all languages @param local `YYYY-MM-DD`, with or without a time */
  readonly month: (local: string) => string;
  /** `March`, capitalized in all languages */
  readonly monthOfYear: (local: string) => string;
  /** `14` */
  readonly dayOfMonth: (local: string) => string;
  /** `Fri` */
  readonly weekday: (local: string) => string;
  /** `Friday` */
  readonly longWeekday: (local: string) => string;
  readonly compare: (one: string, other: string) => number;

  /**
   * @param locale BCP 47, of the words; one that Intl knows
   * @param siteLocale decides the first day of the week, the weekend and the alphabetical order
   */
  constructor(locale: string, siteLocale = locale) {
    // Month addresses and month views use the Gregorian calendar.
    const format = (options: Intl.DateTimeFormatOptions) => {
      const formatter = new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory', timeZone: 'UTC' });
      return (local: string): string => formatter.format(asUtc(local));
    };
    const capitalized = (options: Intl.DateTimeFormatOptions) => {
      const text = format(options);
      return (local: string): string =>
        text(local).replace(/^./u, (first) => first.toLocaleUpperCase(locale));
    };
    const full = { weekday: 'long', day: 'numeric', month: 'long' } as const;
    const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
    const clock = { hour: hourCycle === 'h23' ? '2-digit' : 'numeric', minute: '2-digit' } as const;
    const site = new Intl.Locale(siteLocale);
    this.locale = locale;
    const { firstDay, weekend } = site.getWeekInfo();
    this.firstDay = firstDay;
    this.weekend = weekend;
    this.day = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
    this.longDay = format({ ...full, year: 'numeric' });
    this.dayTitle = capitalized({ ...full, year: 'numeric' });
    this.#dayOfYear = format(full);
    this.time = format(clock);
    this.month = capitalized({ month: 'long', year: 'numeric' });
    this.monthOfYear = capitalized({ month: 'long' });
    this.dayOfMonth = format({ day: 'numeric' });
    this.weekday = format({ weekday: 'short' });
    this.longWeekday = format({ weekday: 'long' });
    this.compare = new Intl.Collator(site.toString()).compare;
  }

  /** `Saturday 28 November`, with the year if it is not that of `today`. @param day `YYYY-MM-DD` */
  heading(day: string, today: string): string {
    return day.slice(0, 4) === today.slice(0, 4) ? this.#dayOfYear(day) : this.longDay(day);
  }
}
