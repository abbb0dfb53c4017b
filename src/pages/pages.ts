export { type DocsOptions, docsRouter } from './docs.ts';
export { faviconRouter } from './favicon.ts';
export { PageFiles } from './files.ts';
export { graphiqlPage, graphiqlRouter } from './graphiql.ts';
export { type HomeOptions, homePage } from './home.ts';
export type { Page } from './html.ts';
