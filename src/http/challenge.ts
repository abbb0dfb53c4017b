import type { Request, Response } from 'express';

/** A login is asked for, except of browsers: they would attach it to the requests of every other site from then on. */
export function challenge(req: Request, res: Response): void {
  if (req.headers['sec-fetch-mode'] === undefined) res.setHeader('WWW-Authenticate', 'Basic realm="calendar events", charset="UTF-8"');
}
