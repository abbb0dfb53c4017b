import type { Request, Response } from 'express';

/**
 * Browsers accept a cookie of this name only from a secure address, for all paths of exactly this host. They count
 * localhost as secure.
 */
const SESSION = '__Host-calendar-session';
/** Identifies a sign-in that continues at the OIDC issuer. */
const SIGN_IN = '__Host-calendar-sign-in';
const SIGN_IN_MS = 10 * 60_000;

const OPTIONS = { secure: true, httpOnly: true, sameSite: 'lax', path: '/' } as const;

function cookie({ headers }: Request, name: string): string | null {
  const prefix = `${name}=`;
  const found = (headers.cookie ?? '').split(';').map((part) => part.trim());
  // A second cookie of the same name cannot come from this site.
  const [first, ...others] = found.filter((part) => part.startsWith(prefix));
  return first === undefined || others.length > 0 ? null : first.slice(prefix.length);
}

export const sessionToken = (req: Request): string | null => cookie(req, SESSION);
export const setSession = (res: Response, token: string, expires: Date): void =>
  void res.cookie(SESSION, token, { ...OPTIONS, expires });
export const clearSession = (res: Response): void => void res.clearCookie(SESSION, OPTIONS);

/** The state of a sign-in at the OIDC issuer, base64url. */
export const signInCheck = (req: Request): string | null => {
  const value = cookie(req, SIGN_IN);
  return value === null ? null : Buffer.from(value, 'base64url').toString('utf8');
};
export const setSignInCheck = (res: Response, check: string): void =>
  void res.cookie(SIGN_IN, Buffer.from(check).toString('base64url'), { ...OPTIONS, maxAge: SIGN_IN_MS });
export const clearSignInCheck = (res: Response): void => void res.clearCookie(SIGN_IN, OPTIONS);
