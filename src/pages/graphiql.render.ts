import { renderGraphiQL } from '@graphql-yoga/render-graphiql';

const WELCOME = `# Welcome. Run this query with the play button or Ctrl-Enter.
# The book on the left documents every type and field.
#
# Reading needs no login. To write, add under Headers:
# { "Authorization": "Basic <base64 of login:password>" }
# with an application password.

query UpcomingEvents {
  events(perPage: 5) {
    total
    events {
      id
      title
      startDate
      endDate
      timezone
      cost
      venue {
        name
        city
      }
      organizers {
        name
      }
      categories {
        name
      }
    }
  }
}
`;

/**
 * Script and style of GraphiQL. The package makes one page of nine megabytes; as files of their own the
 * browser keeps them, and the page needs no permission for scripts inside it.
 */
export function renderGraphiqlFiles(): { script: string; style: string } {
  const rendered = renderGraphiQL({
    title: 'Calendar events',
    defaultQuery: WELCOME,
    shouldPersistHeaders: false,
  });
  const start = rendered.indexOf('<script>') + '<script>'.length;
  const styleStart = rendered.indexOf('<style>') + '<style>'.length;
  return {
    script: rendered.slice(start, rendered.lastIndexOf('</script>')),
    style: rendered.slice(styleStart, rendered.indexOf('</style>')),
  };
}
