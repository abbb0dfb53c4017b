import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { TABS } from './graphiql.tabs.ts';
import { ICON } from './icon.ts';

const CALL = 'YogaGraphiQL.renderYogaGraphiQL(';

/**
 * Initial options of the editor. `null` for the headers: do not store them, but offer to in the settings. The
 * declared type allows only true and false, so the call is written here.
 */
const OPTIONS = {
  title: 'Calendar events',
  logo: ICON,
  defaultTabs: TABS,
  shouldPersistHeaders: null,
};

/**
 * Runs before the editor, which opens another tab on a reload unless query and variables are stored, and stores
 * them only when they are edited.
 */
const FIRST_VISIT = `if (!localStorage.getItem('graphiql:tabState')) {
  localStorage.setItem('graphiql:query', options.defaultTabs[0].query);
  localStorage.setItem('graphiql:variables', options.defaultTabs[0].variables);
}`;

/**
 * More contrast and a darker background, because gray on gray is hard to read. An empty panel takes no space, not
 * even until the editor hides it: tabs are measured in between, and a focused tab would jump away from under the
 * pointer, so that the click misses it.
 */
const STYLE = `
.graphiql-container, .graphiql-dialog { --alpha-secondary: 0.95; --alpha-tertiary: 0.8 }
body.graphiql-dark .graphiql-container { --color-base: 219, 29%, 8% !important }
@media (prefers-color-scheme: dark) {
  body:not(.graphiql-light) .graphiql-container { --color-base: 219, 29%, 8% !important }
}
.graphiql-plugin:empty { display: none }
.graphiql-container .monaco-editor .line-numbers { color: inherit !important; opacity: 1 !important }
@media (max-width: 44rem) {
  .graphiql-container .graphiql-logo { display: none }
  .graphiql-sessions > div:has(> .graphiql-response) { flex-direction: column !important }
  .graphiql-sessions .graphiql-horizontal-drag-bar { display: none }
}
`;

/**
 * Script and style of GraphiQL. The package renders one page of nine megabytes; separate files can be cached by the
 * browser, and need no permission for inline scripts.
 */
export function renderGraphiqlFiles(): { script: string; style: string } {
  const rendered = renderGraphiQL();
  const start = rendered.indexOf('<script>') + '<script>'.length;
  const end = rendered.lastIndexOf(CALL);
  const styleStart = rendered.indexOf('<style>') + '<style>'.length;
  if (end === -1)
    throw new Error('@graphql-yoga/render-graphiql has changed the call that starts its editor');
  return {
    script: `${rendered.slice(start, end)}
const options = ${JSON.stringify(OPTIONS)};
${FIRST_VISIT}
${CALL}document.getElementById('root'), options);
`,
    style: rendered.slice(styleStart, rendered.indexOf('</style>')) + STYLE,
  };
}
