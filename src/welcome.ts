import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Service } from './server.ts';

interface Login {
  lines: string[];
  /** How a shell gets at the password. */
  password: string;
}

function loginOf({ administrator: { login, password, file } }: Pick<Service, 'administrator'>, { adminPassword, dataDir }: Config): Login {
  const line = `Login      ${login} with`;
  if (password !== null) {
    const kept = file === null ? '' : `, and kept in ${file}`;
    return { lines: [`${line} the application password ${password}`, `           shown this once${kept}`], password };
  }
  if (adminPassword !== undefined) return { lines: [`${line} ADMIN_PASSWORD`], password: '$ADMIN_PASSWORD' };
  const kept = join(dataDir, 'admin-password');
  if (existsSync(kept)) return { lines: [`${line} the application password in ${kept}`], password: `$(cat '${kept}')` };
  return { lines: [`${line} the application password shown at the first start`], password: 'application password' };
}

/** What the service says when it is ready: where everything is, and how to write a first event. */
export function welcome(service: Pick<Service, 'url' | 'administrator'>, config: Config, embeddedVersion: string | undefined): string {
  const site = config.baseUrl ?? service.url;
  const rest = `${site}/calendar/events/v1`;
  const login = loginOf(service, config);
  const lines = [
    'Calendar events service',
    '',
    `REST       ${rest}/events`,
    `GraphQL    ${site}/graphql`,
    `API docs   ${site}/docs`,
    ...(embeddedVersion === undefined ? [] : [`Database   embedded PostgreSQL ${embeddedVersion} in ${config.dataDir}`]),
    ...login.lines,
    ...(config.allowAnonymousWrites
      ? ['', 'ATTENTION: ALLOW_ANONYMOUS_WRITES is set. Everyone who reaches this service may change everything.']
      : []),
    '',
    'A first event:',
    `  curl '${rest}/events' -u "${service.administrator.login}:${login.password}" \\`,
    `    -d 'title=River walk' -d 'start_date=tomorrow 2pm' -d 'end_date=tomorrow 4pm'`,
    '',
  ];
  return `${lines.join('\n')}\n`;
}
