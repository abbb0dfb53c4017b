/** @param local `YYYY-MM-DD`, with or without a time */
function asUtc(local: string): Date {
  const [day = '', time = '00:00:00'] = local.split(' ');
  return new Date(`${day}T${time}Z`);
}

/** The formats of dates and times in a language and country. */
export class Formats {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** From 1, Monday, to 7. */
  readonly firstDay: number;
  /** `Fri, 14 Mar 2031` */
  readonly day: (local: string) => string;
  /** `Fri, 14 Mar 2031, 20:00` */
  readonly dayAndTime: (local: string) => string;
  /** `20:00` */
  readonly time: (local: string) => string;
  /** `March 2031` @param local `YYYY-MM-DD`, with or without a time */
  readonly month: (local: string) => string;
  /** `Mar` */
  readonly shortMonth: (local: string) => string;
  /** `14` */
  readonly dayOfMonth: (local: string) => string;
  /** `Fri` */
  readonly weekday: (local: string) => string;
  /** `Friday` */
  readonly longWeekday: (local: string) => string;
  readonly compare: (one: string, other: string) => number;

  /** @param locale BCP 47; one that Intl knows */
  constructor(locale: string) {
    // Month addresses and month views use the Gregorian calendar.
    const format = (options: Intl.DateTimeFormatOptions) => {
      const formatter = new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory', timeZone: 'UTC' });
      return (local: string): string => formatter.format(asUtc(local));
    };
    const whole = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
    const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
    const clock = { hour: hourCycle === 'h23' ? '2-digit' : 'numeric', minute: '2-digit' } as const;
    const language = new Intl.Locale(locale);
    this.locale = locale;
    this.direction = language.getTextInfo().direction === 'rtl' ? 'rtl' : 'ltr';
    this.firstDay = language.getWeekInfo().firstDay;
    this.day = format(whole);
    this.dayAndTime = format({ ...whole, ...clock });
    this.time = format(clock);
    this.month = format({ month: 'long', year: 'numeric' });
    this.shortMonth = format({ month: 'short' });
    this.dayOfMonth = format({ day: 'numeric' });
    this.weekday = format({ weekday: 'short' });
    this.longWeekday = format({ weekday: 'long' });
    this.compare = new Intl.Collator(locale).compare;
  }
}
