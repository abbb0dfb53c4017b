import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { networkOf } from '../../lib/network.ts';
import { type Counter, openCounter } from '../../platform/cache/counter.ts';
import { loginKey } from '../access/logins.ts';

const WINDOW_S = 60;
/** This many failed logins, for a login or from an address, are not delayed: people mistype, and programs retry. */
const FREE_FAILURES = 10;
/** Each further one waits this much longer, in milliseconds. */
const STEP_MS = 100;
/** While this many responses wait, others are sent at once: waiting takes memory and connections. */
const MAX_WAITING = 500;
const MAX_LINES_PER_MINUTE = 30;
/** Per login; clients may send texts of any length. */
const MAX_LOGGED_CHARACTERS = 100;

export interface LoginThrottleOptions {
  /** The longest delay of a response, in milliseconds. 0 disables delays, and nothing is counted. */
  delayMs: number;
  log: { warn(fields: object, message: string): void };
  onThrottled?: () => void;
  wait?: (ms: number) => Promise<void>;
}

/** Counts failed logins by address, and by login if given. Resolves when the response may be sent. */
export type LoginThrottle = (address: string, login?: string) => Promise<void>;

/**
 * Slows down guessing of passwords (rules#guessing). Counts failed logins by login and by address, and delays responses
 * once there are many. Correct credentials are neither counted nor delayed, whatever other clients do with the same
 * login or from the same address.
 */
export function createLoginThrottle({
  delayMs,
  log,
  onThrottled = () => {},
  wait = pause,
}: LoginThrottleOptions): LoginThrottle {
  if (delayMs === 0) return async () => {};
  const logFailure = createFailureLog(log);
  let counter: Promise<Counter> | undefined;
  let waiting = 0;
  const count = async (key: string): Promise<number> => {
    counter ??= openCounter('wrong-credentials', WINDOW_S);
    return (await (await counter)(key)).count;
  };

  return async (address, login) => {
    const network = networkOf(address);
    const [forAddress, forLogin] = await Promise.all([
      count(`a:${network}`),
      login === undefined ? 0 : count(`l:${hash('sha256', loginKey(login.toWellFormed()), 'base64url')}`),
    ]);
    const highest = Math.max(forAddress, forLogin);
    logFailure({ login: login?.slice(0, MAX_LOGGED_CHARACTERS), address, forLogin, forAddress });
    const ms = Math.min(delayMs, (highest - FREE_FAILURES) * STEP_MS);
    if (ms <= 0 || waiting >= MAX_WAITING) return;
    waiting += 1;
    onThrottled();
    await wait(ms);
    waiting -= 1;
  };
}

interface FailedLogin {
  login: string | undefined;
  address: string;
  forLogin: number;
  forAddress: number;
}

const isPowerOfTen = (count: number): boolean => /^10*$/.test(String(count));

/** Logs failed login number 1, 10, 100… of a login or an address, and the number of suppressed lines. */
function createFailureLog(log: LoginThrottleOptions['log']): (seen: FailedLogin) => void {
  let suppressed = 0;
  let lines = 0;
  let since = Number.NEGATIVE_INFINITY;
  return (seen) => {
    const now = performance.now();
    if (now - since >= 60_000) {
      since = now;
      lines = 0;
    }
    if (lines >= MAX_LINES_PER_MINUTE || !(isPowerOfTen(seen.forLogin) || isPowerOfTen(seen.forAddress))) {
      suppressed += 1;
      return;
    }
    lines += 1;
    log.warn({ ...seen, ...(suppressed > 0 && { unsaid: suppressed }) }, 'wrong credentials');
    suppressed = 0;
  };
}
