import { type Context, createContext } from './context.ts';
import type { SiteUrls } from './request.ts';

/** The caller of jobs of the service itself; the log of changes names no user. */
const CALENDAR = { id: 0, login: null, role: 'administrator' } as const;

/** Nothing that a job stores depends on addresses. */
const NO_URLS: SiteUrls = { site: '', host: '', rest: '' };

/** What the jobs of the service need to store something without a request. */
export type JobParts = Pick<Context, 'settings' | 'version' | 'primary'>;

/** A context for a job that begins `now`. @param parts of a request, too: the job goes on when that has ended */
export const calendarContext = ({ settings, version, primary }: JobParts, now: Date): Context =>
  createContext({ settings, version, ...primary, now, caller: CALENDAR, urls: NO_URLS });
