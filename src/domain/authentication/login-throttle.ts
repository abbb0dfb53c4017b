import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { networkOf } from '../../lib/network.ts';
import { type Counter, openCounter } from '../../platform/cache/counter.ts';
import { loginKey } from '../access/logins.ts';

const WINDOW_S = 60;
/**
 * This many wrong answers for a login, or to an address, are as quick as right ones: people mistype, and
 * programs retry.
 */
const FREE = 10;
/** Each further one waits this much longer than the one before. */
const STEP_MS = 100;
/** When this many wait already, others are answered at once: waiting takes memory and connections. */
const MAX_WAITING = 500;
/** Most lines in the log in a minute. */
const MAX_LINES = 30;
/** Most characters of a login that are logged; what a client sends may be of any length. */
const MAX_SHOWN = 100;

export interface LoginThrottleOptions {
  /** The longest that a wrong answer waits, in milliseconds. With 0 none waits, and nothing is counted. */
  delayMs: number;
  log: { warn(fields: object, message: string): void };
  /** Called for each answer that waits. */
  onThrottled?: () => void;
  /** Waits so many milliseconds. */
  wait?: (ms: number) => Promise<void>;
}

/**
 * Counts wrong credentials from an address, and for a login if they name one. Resolves when they may be
 * answered.
 */
export type LoginThrottle = (address: string, login?: string) => Promise<void>;

/**
 * Slows down guessing of passwords (rules#guessing). LoginThrottle answers are counted for the login and for the
 * address, and wait once there are many. Right credentials are neither counted nor delayed, whatever others
 * do with the same login or from the same address.
 */
export function createLoginThrottle({
  delayMs,
  log,
  onThrottled = () => {},
  wait = pause,
}: LoginThrottleOptions): LoginThrottle {
  if (delayMs === 0) return async () => {};
  const logWrong = createLines(log);
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
    const most = Math.max(forAddress, forLogin);
    logWrong({ login: login?.slice(0, MAX_SHOWN), address, forLogin, forAddress });
    const ms = Math.min(delayMs, (most - FREE) * STEP_MS);
    if (ms <= 0 || waiting >= MAX_WAITING) return;
    waiting += 1;
    onThrottled();
    await wait(ms);
    waiting -= 1;
  };
}

interface WrongLogins {
  login: string | undefined;
  address: string;
  forLogin: number;
  forAddress: number;
}

/** Whether a count is logged: 1, 10, 100, … */
const isRound = (count: number): boolean => /^10*$/.test(String(count));

/**
 * Logs the first wrong answer, the tenth, the hundredth… for a login or an address, and how many were left
 * out.
 */
function createLines(log: LoginThrottleOptions['log']): (seen: WrongLogins) => void {
  let unsaid = 0;
  let lines = 0;
  let since = Number.NEGATIVE_INFINITY;
  return (seen) => {
    const now = performance.now();
    if (now - since >= 60_000) {
      since = now;
      lines = 0;
    }
    if (lines >= MAX_LINES || !(isRound(seen.forLogin) || isRound(seen.forAddress))) {
      unsaid += 1;
      return;
    }
    lines += 1;
    log.warn({ ...seen, ...(unsaid > 0 && { unsaid }) }, 'wrong credentials');
    unsaid = 0;
  };
}
