import type { Response } from 'express';

/** The methods that the caller may use here. */
export function allow(res: Response, methods: readonly string[]): void {
  res.setHeader('Allow', methods.join(', '));
}
