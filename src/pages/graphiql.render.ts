import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { TABS } from './graphiql.tabs.ts';
import { ICON } from './icon.ts';

const CALL = 'YogaGraphiQL.renderYogaGraphiQL(';

/**
 * The editor as it starts. `null` for the headers: they are not kept, but the settings offer it; its type
 * knows only yes and no, which is why the call is written here.
 */
const OPTIONS = {
  title: 'Calendar events',
  logo: ICON,
  defaultTabs: TABS,
  shouldPersistHeaders: null,
};

/** Grey on grey is hard to read: more of the ink, and a darker night. */
const STYLE = `
.graphiql-container, .graphiql-dialog { --alpha-secondary: 0.95; --alpha-tertiary: 0.8 }
body.graphiql-dark .graphiql-container { --color-base: 219, 29%, 8% !important }
@media (prefers-color-scheme: dark) {
  body:not(.graphiql-light) .graphiql-container { --color-base: 219, 29%, 8% !important }
}
.graphiql-container .monaco-editor .line-numbers { color: inherit !important; opacity: 1 !important }
`;

/**
 * Script and style of GraphiQL. The package makes one page of nine megabytes; as files of their own the
 * browser keeps them, and the page needs no permission for scripts inside it.
 */
export function renderGraphiqlFiles(): { script: string; style: string } {
  const rendered = renderGraphiQL();
  const start = rendered.indexOf('<script>') + '<script>'.length;
  const end = rendered.lastIndexOf(CALL);
  const styleStart = rendered.indexOf('<style>') + '<style>'.length;
  if (end === -1) throw new Error('@graphql-yoga/render-graphiql starts its editor in another way');
  return {
    script: `${rendered.slice(start, end)}${CALL}document.getElementById('root'), ${JSON.stringify(OPTIONS)});\n`,
    style: rendered.slice(styleStart, rendered.indexOf('</style>')) + STYLE,
  };
}
