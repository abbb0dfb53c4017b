import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The style of all public pages. Its address changes with it, so that it may be cached for ever. */
export const STYLE = readFileSync(new URL('pages.css', import.meta.url), 'utf8');
export const STYLE_PATH = `/pages/${createHash('sha256').update(STYLE).digest('hex').slice(0, 12)}.css`;
