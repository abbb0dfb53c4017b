export { docsRouter } from './docs.ts';
export { GRAPHIQL_PAGE, graphiqlRouter } from './graphiql.ts';
export type { HtmlPage } from './html.ts';
export { demoPicturesRouter, faviconRouter } from './images.ts';
export { picturesRouter } from './pictures.ts';
export { siteClock } from './public/dates.ts';
export type { SiteIdentity } from './public/layout.ts';
export { publicRouter, sendFailure } from './public/router.ts';
export { wellKnownRouter } from './well-known.ts';
