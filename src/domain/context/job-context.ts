import { type Context, createContext } from './context.ts';
import type { SiteUrls } from './request.ts';

/** The caller of jobs; the change log names no user. */
const JOB_CALLER = { id: 0, login: null, role: 'administrator' } as const;

/** Nothing that a job stores depends on URLs. */
const NO_URLS: SiteUrls = { site: '', host: '', rest: '' };

/** The parts of a context that a job needs to store something without a request. */
export type JobParts = Pick<Context, 'settings' | 'version' | 'primary'>;

/** A context for a job that starts at `now`. @param parts of a request, too: the job continues after the request */
export const jobContext = ({ settings, version, primary }: JobParts, now: Date): Context =>
  createContext({ settings, version, ...primary, now, caller: JOB_CALLER, urls: NO_URLS });
